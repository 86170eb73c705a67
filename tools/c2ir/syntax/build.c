/* From the skeleton to the tree: the nodes of each item's pattern become nodes of ours that tell the truth.
 *
 * The steps of a pattern are followed with a stack of open nodes; its leaves are the skeleton's tokens in order. Finished
 * nodes wait on `pending` until their parent is closed. The asides are built first, since the program refers to them. */
#include "syntax_internal.h"
#include "syntax_operator.h"
#include "syntax_pattern.h"
#include "syntax_rules.h"

/* A node of the pattern whose children are being built. */
struct visit {
	const struct syntax_rule *rule;
	enum node_field field;
	size_t base;         /* its children: pending[base ...] */
	uint32_t token;      /* its first skeleton token */
	uint32_t begin, end; /* original tokens, begin > end: none yet */
	enum node_op op;
	uint32_t data; /* a function's K&R declarations: an aside */
};

struct builder {
	struct syntax *s;
	const struct skeleton *skeleton;
	struct diagnostics *diags;
	struct patterns *patterns;
	VEC(struct visit) visits;
	VEC(node_id) pending;
	VEC(node_id) asides; /* root of each */
	uint32_t token;      /* next skeleton token */
	bool failed;
};

/* ---- nodes ---- */

static struct syntax_node *at(struct builder *b, node_id n)
{
	return b->s->nodes.at + n;
}

static node_id new_node(struct builder *b, enum node_kind kind, uint32_t begin, uint32_t end)
{
	struct syntax_node node = { 0 };

	node.kind = (uint8_t)kind;
	node.begin = begin;
	node.end = end;
	vec_push(&b->s->nodes, node);
	return (node_id)b->s->nodes.count - 1;
}

/* Makes the `count` nodes from `children` the children of `parent`, before those that it has. */
static void adopt(struct builder *b, node_id parent, const node_id *children, size_t count)
{
	for (size_t i = count; i-- > 0;) {
		at(b, children[i])->next = at(b, parent)->first_child;
		at(b, parent)->first_child = children[i];
	}
}

static void push(struct builder *b, node_id n, enum node_field field)
{
	at(b, n)->field = (uint8_t)field;
	vec_push(&b->pending, n);
}

static void syntax_error(struct builder *b, uint32_t token)
{
	const struct token_list *list = &b->s->list;
	const struct token *t = list->tokens.at + token;
	int length = t->length < 60 ? (int)t->length : 60;

	if (b->failed)
		return;
	b->failed = true;
	if (t->kind == TOKEN_END)
		diagnose(b->diags, DIAG_INPUT, token_location(list, token), "syntax error at end of input");
	else
		diagnose(b->diags, DIAG_INPUT, token_location(list, token), "syntax error before '%.*s'", length,
			 list->text + t->offset);
}

/* ---- leaves ---- */

static node_id adopt_one(struct builder *b, node_id parent, uint32_t aside, enum node_field field)
{
	node_id child = b->asides.at[aside];

	if (!child)
		return parent;
	if (field == FIELD_NONE)
		field = at(b, child)->kind == NODE_TYPE_NAME ? FIELD_TYPE : FIELD_VALUE;
	at(b, child)->field = (uint8_t)field;
	adopt(b, parent, &child, 1);
	return parent;
}

static node_id keyword_node(struct builder *b, enum node_kind kind, uint32_t begin, uint32_t end)
{
	node_id n = new_node(b, kind, begin, end);

	if (kind == NODE_STORAGE_CLASS || kind == NODE_TYPE_QUALIFIER || kind == NODE_TYPE_KEYWORD ||
	    kind == NODE_TYPEOF || (kind == NODE_NUMBER_LITERAL && b->s->list.tokens.at[begin].kind == TOKEN_KEYWORD))
		at(b, n)->keyword = b->s->list.tokens.at[begin].code;
	return n;
}

/* A record of specifiers as nodes; `tag` is its struct, union or enum, if it has one. */
static node_id specifiers(struct builder *b, uint32_t record, node_id tag)
{
	const struct specifier_list *list = b->skeleton->lists.at + record;
	node_id result = new_node(b, NODE_SPECIFIERS, list->begin, list->end);

	for (uint32_t i = list->count; i-- > 0;) {
		const struct specifier *item = b->skeleton->specifiers.at + list->first + i;
		bool is_tag = item->kind >= NODE_STRUCT_SPECIFIER && item->kind <= NODE_ENUM_SPECIFIER;
		node_id n = is_tag ? tag : keyword_node(b, (enum node_kind)item->kind, item->begin, item->end);

		if (item->aside != NO_RECORD)
			adopt_one(b, n, item->aside, FIELD_NONE);
		at(b, n)->field = FIELD_NONE;
		adopt(b, result, &n, 1);
	}
	return result;
}

static node_id label_address(struct builder *b, const struct skeleton_token *t)
{
	node_id result = new_node(b, NODE_LABEL_ADDRESS, t->begin, t->end);
	node_id label = new_node(b, NODE_IDENTIFIER, t->end - 1, t->end);

	at(b, label)->field = FIELD_LABEL;
	adopt(b, result, &label, 1);
	return result;
}

/* `static` or a qualifier in a declarator. */
static node_id qualifier(struct builder *b, const struct skeleton_token *t)
{
	bool is_static = b->s->list.tokens.at[t->begin].code == KEYWORD_STATIC;

	return keyword_node(b, is_static ? NODE_STORAGE_CLASS : NODE_TYPE_QUALIFIER, t->begin, t->end);
}

/* The node for a token; 0: none. */
static node_id leaf_node(struct builder *b, const struct skeleton_token *t)
{
	switch ((enum role)t->role) {
	case ROLE_ANONYMOUS:
		return new_node(b, NODE_NONE, t->begin, t->end);
	case ROLE_IDENTIFIER:
		return new_node(b, NODE_IDENTIFIER, t->begin, t->end);
	case ROLE_NUMBER:
		return keyword_node(b, NODE_NUMBER_LITERAL, t->begin, t->end);
	case ROLE_CHAR:
		return new_node(b, NODE_CHAR_LITERAL, t->begin, t->end);
	case ROLE_STRING:
		return new_node(b, NODE_STRING_LITERAL, t->begin, t->end);
	case ROLE_LABEL_ADDRESS:
		return label_address(b, t);
	case ROLE_OFFSETOF_BASE:
		return new_node(b, NODE_OFFSETOF_BASE, t->begin, t->end);
	case ROLE_ELLIPSIS:
		return new_node(b, NODE_ELLIPSIS, t->begin, t->end);
	case ROLE_KEYWORD:
		return qualifier(b, t);
	case ROLE_ASIDE:
		return b->asides.at[t->data];
	case ROLE_SPECIFIERS:
		return t->lexeme == LEX_INT ? specifiers(b, t->data, 0) : 0;
	case ROLE_NONE:
	case ROLE_DROPPED:
	case ROLE_OPERATOR:
	case ROLE_UNARY:
	case ROLE_POSTFIX:
	case ROLE_TYPE_ARGUMENT:
	case ROLE_BLOCK:
	case ROLE_CASE:
	case ROLE_DEFAULT:
	case ROLE_STATIC_ASSERT:
	case ROLE_OLD_STYLE:
	case ROLE_LABELS:
		return 0;
	}
	return 0;
}

static void widen(struct visit *visit, uint32_t begin, uint32_t end)
{
	if (begin < visit->begin)
		visit->begin = begin;
	if (end > visit->end)
		visit->end = end;
}

static void read_token(struct builder *b, enum node_field field)
{
	const struct skeleton_token *t = b->skeleton->tokens.at + b->token++;
	struct visit *visit = &vec_last(&b->visits);
	node_id n;

	if (t->role != ROLE_DROPPED && t->begin < t->end)
		widen(visit, t->begin, t->end);
	if (t->role == ROLE_OPERATOR || t->role == ROLE_UNARY || t->role == ROLE_POSTFIX)
		visit->op = (enum node_op)t->data;
	n = leaf_node(b, t);
	if (n)
		push(b, n, field);
}

/* ---- closing a node ---- */

static size_t child_count(const struct builder *b, const struct visit *visit)
{
	return b->pending.count - visit->base;
}

static node_id *children(struct builder *b, const struct visit *visit)
{
	return b->pending.at ? b->pending.at + visit->base : NULL; /* no node at all yet: no vector */
}

static const struct skeleton_token *first_token(const struct builder *b, const struct visit *visit)
{
	return b->skeleton->tokens.at + visit->token;
}

static enum keyword first_keyword(const struct builder *b, const struct visit *visit)
{
	const struct token *token = b->s->list.tokens.at + first_token(b, visit)->begin;

	return token->kind == TOKEN_KEYWORD ? (enum keyword)token->code : KEYWORD_NONE;
}

/* A node of `kind` with the frame's children; nothing is left of them on the stack. */
static node_id gather(struct builder *b, const struct visit *visit, enum node_kind kind)
{
	bool empty = visit->begin > visit->end;
	node_id n = new_node(b, kind, empty ? 0 : visit->begin, empty ? 0 : visit->end);
	size_t count = child_count(b, visit);

	for (size_t i = 0; i < count; i++) {
		struct syntax_node *child = at(b, children(b, visit)[i]);

		if (child->field == FIELD_NONE)
			child->field = (uint8_t)visit->rule->field;
	}
	at(b, n)->op = (uint8_t)visit->op;
	adopt(b, n, children(b, visit), count);
	b->pending.count = visit->base;
	return n;
}

static void close_plain(struct builder *b, const struct visit *visit)
{
	push(b, gather(b, visit, visit->rule->kind), visit->field);
}

static void close_as(struct builder *b, const struct visit *visit, enum node_kind kind)
{
	push(b, gather(b, visit, kind), visit->field);
}

static void close_through(struct builder *b, const struct visit *visit)
{
	for (size_t i = visit->base; i < b->pending.count && visit->field != FIELD_NONE; i++)
		at(b, b->pending.at[i])->field = (uint8_t)visit->field;
}

/* `{ declarations }` of an aside, before the body. */
static void insert_old_style(struct builder *b, node_id function, uint32_t aside)
{
	node_id body = at(b, function)->first_child, previous = 0, block = b->asides.at[aside], last;

	for (; body && at(b, body)->field != FIELD_BODY; body = at(b, body)->next)
		previous = body;
	last = block ? at(b, block)->first_child : 0;
	if (!body || !previous || !last)
		return;
	at(b, previous)->next = last;
	while (at(b, last)->next)
		last = at(b, last)->next;
	at(b, last)->next = body;
}

static void close_function(struct builder *b, const struct visit *visit)
{
	node_id n = gather(b, visit, NODE_FUNCTION_DEFINITION);

	if (visit->data != NO_RECORD)
		insert_old_style(b, n, visit->data);
	push(b, n, visit->field);
}

static void close_declaration(struct builder *b, const struct visit *visit)
{
	enum node_kind kind = NODE_DECLARATION;

	if (first_token(b, visit)->role == ROLE_LABELS) {
		kind = NODE_LABEL_DECLARATION;
		for (size_t i = 0; i < child_count(b, visit); i++)
			at(b, children(b, visit)[i])->field = FIELD_NONE;
	}
	close_as(b, visit, kind);
}

/* The assertion's message is not in the skeleton. */
static void close_static_assert(struct builder *b, const struct visit *visit, uint32_t message)
{
	const struct token *tokens = b->s->list.tokens.at;
	uint32_t end = message;
	node_id n;

	if (child_count(b, visit) > 0)
		at(b, children(b, visit)[child_count(b, visit) - 1])->field = FIELD_CONDITION;
	if (message != NO_RECORD) {
		while (tokens[end].kind == TOKEN_STRING)
			end++;
		push(b, new_node(b, NODE_STRING_LITERAL, message, end), FIELD_VALUE);
	}
	n = gather(b, visit, NODE_STATIC_ASSERT);
	push(b, n, FIELD_NONE);
}

/* The width that stands behind a declarator takes it in. */
static void join_bitfields(struct builder *b, const struct visit *visit)
{
	size_t kept = visit->base;

	for (size_t i = visit->base; i < b->pending.count; i++) {
		node_id n = b->pending.at[i], declarator;

		if (at(b, n)->kind != NODE_BITFIELD || kept == visit->base) {
			b->pending.at[kept++] = n;
			continue;
		}
		declarator = b->pending.at[kept - 1];
		at(b, n)->field = FIELD_DECLARATOR;
		if (at(b, declarator)->kind != NODE_NONE) {
			at(b, declarator)->field = FIELD_DECLARATOR;
			at(b, n)->begin = at(b, declarator)->begin;
			adopt(b, n, &declarator, 1);
		}
		b->pending.at[kept - 1] = n;
	}
	b->pending.count = kept;
}

static void close_field_declaration(struct builder *b, const struct visit *visit)
{
	const struct skeleton_token *first = first_token(b, visit);

	if (first->role == ROLE_STATIC_ASSERT) {
		/* Its one child is a width, whose one child is the condition. */
		node_id width = children(b, visit)[child_count(b, visit) - 1];

		children(b, visit)[0] = at(b, width)->first_child;
		b->pending.count = visit->base + 1;
		close_static_assert(b, visit, first->data);
		return;
	}
	join_bitfields(b, visit);
	close_plain(b, visit);
}

static void close_tag(struct builder *b, const struct visit *visit)
{
	const struct skeleton_token *first = first_token(b, visit);
	node_id tag = gather(b, visit, visit->rule->kind), n;
	const struct specifier_list *list = b->skeleton->lists.at + first->data;

	n = specifiers(b, first->data, tag);
	widen(&vec_last(&b->visits), list->begin, list->end);
	push(b, n, visit->field);
}

static void close_parameters(struct builder *b, const struct visit *visit)
{
	enum node_kind kind = NODE_PARAMETER_LIST;

	for (size_t i = 0; i < child_count(b, visit); i++)
		if (at(b, children(b, visit)[i])->kind == NODE_IDENTIFIER)
			kind = NODE_IDENTIFIER_LIST;
	close_as(b, visit, kind);
}

static void close_parameter(struct builder *b, const struct visit *visit)
{
	/* A name of a K&R list. */
	if (child_count(b, visit) == 1 && at(b, children(b, visit)[0])->kind == NODE_IDENTIFIER)
		at(b, children(b, visit)[0])->field = FIELD_NONE;
	else
		close_plain(b, visit);
}

static void close_type_name(struct builder *b, const struct visit *visit)
{
	/* _Generic's default. */
	if (child_count(b, visit) == 1 && at(b, children(b, visit)[0])->kind == NODE_NONE)
		at(b, children(b, visit)[0])->field = (uint8_t)visit->field;
	else
		close_plain(b, visit);
}

static void close_block(struct builder *b, const struct visit *visit)
{
	const struct skeleton_token *first = first_token(b, visit);

	close_plain(b, visit);
	if (first->role == ROLE_OLD_STYLE && first->data != NO_RECORD)
		vec_last(&b->visits).data = first->data;
}

static void close_expression_statement(struct builder *b, const struct visit *visit)
{
	const struct skeleton_token *first = first_token(b, visit);

	if (first->role == ROLE_STATIC_ASSERT)
		close_static_assert(b, visit, first->data);
	else if (first->role == ROLE_DROPPED && child_count(b, visit) == 0)
		return;
	else
		close_plain(b, visit);
}

static void close_labeled(struct builder *b, const struct visit *visit)
{
	const struct skeleton_token *first = first_token(b, visit);
	const struct case_label *label;
	node_id n;

	if (first->role == ROLE_DEFAULT) {
		close_as(b, visit, NODE_DEFAULT_STATEMENT);
		return;
	}
	if (first->role != ROLE_CASE) {
		close_plain(b, visit);
		return;
	}
	label = b->skeleton->cases.at + first->data;
	n = gather(b, visit, NODE_CASE_STATEMENT);
	if (label->end != NO_RECORD)
		adopt_one(b, n, label->end, FIELD_END);
	push(b, adopt_one(b, n, label->value, FIELD_VALUE), visit->field);
}

static void close_parentheses(struct builder *b, const struct visit *visit)
{
	if (child_count(b, visit) == 1 && at(b, children(b, visit)[0])->kind == NODE_COMPOUND_STATEMENT) {
		at(b, children(b, visit)[0])->field = FIELD_BODY;
		close_plain(b, visit);
	} else {
		close_through(b, visit);
	}
}

static void close_cast(struct builder *b, const struct visit *visit)
{
	/* A type that a builtin takes as an argument. */
	if (first_token(b, visit)->role == ROLE_TYPE_ARGUMENT)
		at(b, children(b, visit)[0])->field = (uint8_t)visit->field;
	else
		close_plain(b, visit);
}

static void close_compound_literal(struct builder *b, const struct visit *visit)
{
	node_id block;

	if (first_token(b, visit)->role != ROLE_BLOCK) {
		close_plain(b, visit);
		return;
	}
	block = vec_pop(&b->pending);
	at(b, block)->kind = NODE_COMPOUND_STATEMENT;
	b->pending.count = visit->base;
	push(b, block, visit->field);
}

static void close_field(struct builder *b, const struct visit *visit)
{
	bool postfix = visit->op == OP_POST_INCREMENT || visit->op == OP_POST_DECREMENT;

	close_as(b, visit, postfix ? NODE_UNARY : NODE_FIELD_EXPRESSION);
}

/* The grammar has the control expression, and then types and expressions in turn. */
static void close_generic(struct builder *b, const struct visit *visit)
{
	size_t kept = 1, count = child_count(b, visit);
	node_id *list = children(b, visit);

	at(b, list[0])->field = FIELD_VALUE;
	for (size_t i = 1; i + 1 < count; i += 2) {
		node_id type = list[i], value = list[i + 1], n;

		n = new_node(b, NODE_GENERIC_ASSOCIATION, at(b, type)->begin, at(b, value)->end);
		at(b, type)->field = FIELD_TYPE;
		at(b, value)->field = FIELD_VALUE;
		adopt(b, n, &value, 1);
		if (at(b, type)->kind != NODE_NONE)
			adopt(b, n, &type, 1);
		list[kept++] = n;
	}
	b->pending.count = visit->base + kept;
	close_plain(b, visit);
}

static void close_visit(struct builder *b)
{
	struct visit visit = vec_pop(&b->visits);

	if (visit.begin <= visit.end)
		widen(&vec_last(&b->visits), visit.begin, visit.end);
	switch (visit.rule->shape) {
	case SHAPE_NODE:
		close_plain(b, &visit);
		break;
	case SHAPE_THROUGH:
		close_through(b, &visit);
		break;
	case SHAPE_FUNCTION:
		close_function(b, &visit);
		break;
	case SHAPE_DECLARATION:
		close_declaration(b, &visit);
		break;
	case SHAPE_FIELD_DECLARATION:
		close_field_declaration(b, &visit);
		break;
	case SHAPE_TAG:
		close_tag(b, &visit);
		break;
	case SHAPE_PARAMETERS:
		close_parameters(b, &visit);
		break;
	case SHAPE_PARAMETER:
		close_parameter(b, &visit);
		break;
	case SHAPE_TYPE_NAME:
		close_type_name(b, &visit);
		break;
	case SHAPE_BLOCK:
		close_block(b, &visit);
		break;
	case SHAPE_EXPRESSION_STATEMENT:
		close_expression_statement(b, &visit);
		break;
	case SHAPE_LABELED:
		close_labeled(b, &visit);
		break;
	case SHAPE_WHILE:
		close_as(b, &visit,
			 first_keyword(b, &visit) == KEYWORD_SWITCH ? NODE_SWITCH_STATEMENT : NODE_WHILE_STATEMENT);
		break;
	case SHAPE_RETURN:
		close_as(b, &visit,
			 first_keyword(b, &visit) == KEYWORD_GOTO ? NODE_COMPUTED_GOTO : NODE_RETURN_STATEMENT);
		break;
	case SHAPE_PARENTHESES:
		close_parentheses(b, &visit);
		break;
	case SHAPE_SIZEOF:
		close_as(b, &visit, first_keyword(b, &visit) == KEYWORD_ALIGNOF ? NODE_ALIGNOF : NODE_SIZEOF);
		break;
	case SHAPE_CAST:
		close_cast(b, &visit);
		break;
	case SHAPE_COMPOUND_LITERAL:
		close_compound_literal(b, &visit);
		break;
	case SHAPE_FIELD:
		close_field(b, &visit);
		break;
	case SHAPE_GENERIC:
		close_generic(b, &visit);
		break;
	case SHAPE_NONE:
	case SHAPE_LEAF:
		break;
	}
}

/* ---- the steps ---- */

static const struct syntax_rule outermost_rule = { "", SHAPE_NODE, NODE_TRANSLATION_UNIT, FIELD_NONE };

static void open_visit(struct builder *b, const struct syntax_rule *rule, enum node_field field)
{
	struct visit visit = { 0 };

	if (b->visits.count > SYNTAX_MAX_DEPTH && !b->failed) {
		b->failed = true;
		diagnose(b->diags, DIAG_UNSUPPORTED,
			 token_location(&b->s->list, b->skeleton->tokens.at[b->token].begin),
			 "nested too deeply (more than %d levels)", SYNTAX_MAX_DEPTH);
	}
	visit.rule = rule;
	visit.field = field;
	visit.base = b->pending.count;
	visit.token = b->token;
	visit.begin = UINT32_MAX;
	visit.data = NO_RECORD;
	vec_push(&b->visits, visit);
}

static void build_items(struct builder *b, uint32_t end, enum item_kind kind);

/* A token, and the items after it if it is their brace. */
static void build_token(struct builder *b, enum node_field field)
{
	const struct skeleton_token *t = b->skeleton->tokens.at + b->token;
	uint32_t close = b->token + t->close;

	read_token(b, field);
	if (t->close)
		build_items(b, close, (enum item_kind)t->holds);
}

static void build_item(struct builder *b, enum item_kind kind)
{
	uint32_t wrong;
	const struct pattern *pattern = pattern_of_item(b->patterns, b->skeleton, b->token, kind, &wrong);
	const struct pattern_step *step, *end;

	if (!pattern) {
		syntax_error(b, b->skeleton->tokens.at[wrong].begin);
		return;
	}
	/* The pattern itself may move when the items inside make new ones. */
	for (step = pattern->steps, end = step + pattern->count; step < end && !b->failed; step++) {
		if (step->kind == STEP_OPEN)
			open_visit(b, syntax_rules + step->rule, (enum node_field)step->field);
		else if (step->kind == STEP_CLOSE)
			close_visit(b);
		else
			build_token(b, (enum node_field)step->field);
	}
}

/* The items before the token `end`. Recursion is as deep as braces nest, which the pre-pass limits. */
static void build_items(struct builder *b, uint32_t end, enum item_kind kind)
{
	while (b->token < end && !b->failed)
		build_item(b, kind);
}

/* What an aside's statement holds: the operand of its sizeof, its expression, its block. */
static node_id aside_operand(struct builder *b, node_id statement, const struct aside *aside)
{
	node_id n = at(b, statement)->first_child;

	if (n && aside->kind != ASIDE_EXPRESSION)
		n = at(b, n)->first_child;
	return n;
}

static void build_asides(struct builder *b)
{
	b->token = b->skeleton->aside_token;
	for (size_t i = 0; i < b->skeleton->asides.count && !b->failed; i++) {
		node_id n = 0;

		build_item(b, ITEM_EXTERNAL);
		if (b->pending.count > 0)
			n = aside_operand(b, vec_pop(&b->pending), &b->skeleton->asides.at[i]);
		if (!n)
			syntax_error(b, b->skeleton->tokens.at[b->skeleton->asides.at[i].first].begin);
		if (n)
			at(b, n)->next = 0;
		vec_push(&b->asides, n);
	}
}

/* At top level an asm statement is its asm. */
static void unwrap_asm(struct builder *b, const struct visit *top)
{
	for (size_t i = top->base; i < b->pending.count; i++) {
		node_id child = at(b, b->pending.at[i])->first_child;

		if (at(b, b->pending.at[i])->kind == NODE_EXPRESSION_STATEMENT && at(b, child)->kind == NODE_ASM) {
			b->pending.at[i] = child;
			at(b, child)->field = FIELD_NONE;
		}
	}
}

static void build_tree(struct builder *b)
{
	struct visit *top;

	new_node(b, NODE_NONE, 0, 0);
	open_visit(b, &outermost_rule, FIELD_NONE);
	build_asides(b);
	b->token = 0;
	build_items(b, b->skeleton->aside_token, ITEM_EXTERNAL);
	if (b->failed)
		return;
	top = &vec_last(&b->visits);
	unwrap_asm(b, top);
	b->s->root = gather(b, top, NODE_TRANSLATION_UNIT);
	at(b, b->s->root)->begin = 0;
	at(b, b->s->root)->end = (uint32_t)b->s->list.tokens.count - 1;
}

static void build_attributes(struct builder *b)
{
	for (size_t i = 0; i < b->skeleton->attributes.count; i++) {
		const struct attribute_record *r = b->skeleton->attributes.at + i;
		struct attribute attribute = { r->name, r->token, r->begin, r->end, r->args_begin, r->args_end, 0 };

		if (r->aside != NO_RECORD)
			attribute.argument = b->asides.at[r->aside];
		vec_push(&b->s->attributes, attribute);
	}
}

/* ---- interface ---- */

bool syntax_build(struct syntax *s, struct skeleton *skeleton, struct diagnostics *diags)
{
	struct builder b = { .s = s, .skeleton = skeleton, .diags = diags };

	b.patterns = patterns_new(diags);
	if (!b.patterns)
		return false;
	build_tree(&b);
	if (!b.failed)
		build_attributes(&b);
	patterns_free(b.patterns);
	vec_free(&b.visits);
	vec_free(&b.pending);
	vec_free(&b.asides);
	return !b.failed;
}
