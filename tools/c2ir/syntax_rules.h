/* tree-sitter-c's node types (0.23.6) and what each becomes. Types that are not here (preprocessor
 * directives, Microsoft's extensions, attributes, ...) never come out of a skeleton. */
#ifndef C2IR_SYNTAX_RULES_H
#define C2IR_SYNTAX_RULES_H

#include "syntax_kinds.h"

enum shape {
	SHAPE_NONE,    /* not expected */
	SHAPE_LEAF,    /* one token, whatever is below it */
	SHAPE_NODE,    /* a node with its children */
	SHAPE_THROUGH, /* the children stand for it, in its field */
	SHAPE_FUNCTION,
	SHAPE_DECLARATION,
	SHAPE_FIELD_DECLARATION,
	SHAPE_TAG,
	SHAPE_PARAMETERS,
	SHAPE_PARAMETER,
	SHAPE_TYPE_NAME,
	SHAPE_BLOCK,
	SHAPE_EXPRESSION_STATEMENT,
	SHAPE_LABELED,
	SHAPE_WHILE,
	SHAPE_RETURN,
	SHAPE_PARENTHESES,
	SHAPE_SIZEOF,
	SHAPE_CAST,
	SHAPE_FIELD,
	SHAPE_GENERIC
};

struct syntax_rule {
	const char *type; /* tree-sitter's name */
	enum shape shape;
	enum node_kind kind;
	enum node_field field; /* of children to which the grammar gives none */
};

static const struct syntax_rule syntax_rules[] = {
	{"translation_unit", SHAPE_NODE, NODE_TRANSLATION_UNIT, FIELD_NONE},
	{"identifier", SHAPE_LEAF, NODE_IDENTIFIER, FIELD_NONE},
	{"field_identifier", SHAPE_LEAF, NODE_IDENTIFIER, FIELD_NONE},
	{"statement_identifier", SHAPE_LEAF, NODE_IDENTIFIER, FIELD_NONE},
	{"type_identifier", SHAPE_LEAF, NODE_IDENTIFIER, FIELD_NONE},
	{"primitive_type", SHAPE_LEAF, NODE_SPECIFIERS, FIELD_NONE},
	{"number_literal", SHAPE_LEAF, NODE_NUMBER_LITERAL, FIELD_NONE},
	{"string_literal", SHAPE_LEAF, NODE_STRING_LITERAL, FIELD_NONE},
	{"type_qualifier", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"variadic_parameter", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"gnu_asm_qualifier", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"function_definition", SHAPE_FUNCTION, NODE_FUNCTION_DEFINITION, FIELD_NONE},
	{"declaration", SHAPE_DECLARATION, NODE_DECLARATION, FIELD_NONE},
	{"init_declarator", SHAPE_NODE, NODE_INIT_DECLARATOR, FIELD_NONE},
	{"struct_specifier", SHAPE_TAG, NODE_STRUCT_SPECIFIER, FIELD_NONE},
	{"union_specifier", SHAPE_TAG, NODE_UNION_SPECIFIER, FIELD_NONE},
	{"enum_specifier", SHAPE_TAG, NODE_ENUM_SPECIFIER, FIELD_NONE},
	{"field_declaration_list", SHAPE_NODE, NODE_FIELD_DECLARATION_LIST, FIELD_NONE},
	{"field_declaration", SHAPE_FIELD_DECLARATION, NODE_FIELD_DECLARATION, FIELD_NONE},
	{"bitfield_clause", SHAPE_NODE, NODE_BITFIELD, FIELD_SIZE},
	{"enumerator_list", SHAPE_NODE, NODE_ENUMERATOR_LIST, FIELD_NONE},
	{"enumerator", SHAPE_NODE, NODE_ENUMERATOR, FIELD_NONE},
	{"pointer_declarator", SHAPE_NODE, NODE_POINTER_DECLARATOR, FIELD_NONE},
	{"abstract_pointer_declarator", SHAPE_NODE, NODE_POINTER_DECLARATOR, FIELD_NONE},
	{"array_declarator", SHAPE_NODE, NODE_ARRAY_DECLARATOR, FIELD_NONE},
	{"abstract_array_declarator", SHAPE_NODE, NODE_ARRAY_DECLARATOR, FIELD_NONE},
	{"function_declarator", SHAPE_NODE, NODE_FUNCTION_DECLARATOR, FIELD_NONE},
	{"abstract_function_declarator", SHAPE_NODE, NODE_FUNCTION_DECLARATOR, FIELD_NONE},
	{"parenthesized_declarator", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"abstract_parenthesized_declarator", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"parameter_list", SHAPE_PARAMETERS, NODE_PARAMETER_LIST, FIELD_NONE},
	{"parameter_declaration", SHAPE_PARAMETER, NODE_PARAMETER, FIELD_NONE},
	{"type_descriptor", SHAPE_TYPE_NAME, NODE_TYPE_NAME, FIELD_NONE},
	{"compound_statement", SHAPE_BLOCK, NODE_COMPOUND_STATEMENT, FIELD_NONE},
	{"expression_statement", SHAPE_EXPRESSION_STATEMENT, NODE_EXPRESSION_STATEMENT, FIELD_VALUE},
	{"labeled_statement", SHAPE_LABELED, NODE_LABELED_STATEMENT, FIELD_BODY},
	{"if_statement", SHAPE_NODE, NODE_IF_STATEMENT, FIELD_NONE},
	{"else_clause", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"while_statement", SHAPE_WHILE, NODE_WHILE_STATEMENT, FIELD_NONE},
	{"do_statement", SHAPE_NODE, NODE_DO_STATEMENT, FIELD_NONE},
	{"for_statement", SHAPE_NODE, NODE_FOR_STATEMENT, FIELD_NONE},
	{"return_statement", SHAPE_RETURN, NODE_RETURN_STATEMENT, FIELD_VALUE},
	{"break_statement", SHAPE_NODE, NODE_BREAK_STATEMENT, FIELD_NONE},
	{"continue_statement", SHAPE_NODE, NODE_CONTINUE_STATEMENT, FIELD_NONE},
	{"goto_statement", SHAPE_NODE, NODE_GOTO_STATEMENT, FIELD_NONE},
	{"parenthesized_expression", SHAPE_PARENTHESES, NODE_STATEMENT_EXPRESSION, FIELD_NONE},
	{"comma_expression", SHAPE_NODE, NODE_COMMA, FIELD_NONE},
	{"conditional_expression", SHAPE_NODE, NODE_CONDITIONAL, FIELD_NONE},
	{"assignment_expression", SHAPE_NODE, NODE_ASSIGNMENT, FIELD_NONE},
	{"binary_expression", SHAPE_NODE, NODE_BINARY, FIELD_NONE},
	{"pointer_expression", SHAPE_NODE, NODE_UNARY, FIELD_NONE},
	{"sizeof_expression", SHAPE_SIZEOF, NODE_SIZEOF, FIELD_NONE},
	{"cast_expression", SHAPE_CAST, NODE_CAST, FIELD_NONE},
	{"compound_literal_expression", SHAPE_NODE, NODE_COMPOUND_LITERAL, FIELD_NONE},
	{"subscript_expression", SHAPE_NODE, NODE_SUBSCRIPT, FIELD_NONE},
	{"call_expression", SHAPE_NODE, NODE_CALL, FIELD_NONE},
	{"argument_list", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"field_expression", SHAPE_FIELD, NODE_FIELD_EXPRESSION, FIELD_NONE},
	{"generic_expression", SHAPE_GENERIC, NODE_GENERIC, FIELD_NONE},
	{"initializer_list", SHAPE_NODE, NODE_INITIALIZER_LIST, FIELD_NONE},
	{"initializer_pair", SHAPE_NODE, NODE_INITIALIZER_PAIR, FIELD_NONE},
	{"field_designator", SHAPE_NODE, NODE_FIELD_DESIGNATOR, FIELD_NAME},
	{"subscript_designator", SHAPE_NODE, NODE_SUBSCRIPT_DESIGNATOR, FIELD_INDEX},
	{"subscript_range_designator", SHAPE_NODE, NODE_SUBSCRIPT_DESIGNATOR, FIELD_NONE},
	{"gnu_asm_expression", SHAPE_NODE, NODE_ASM, FIELD_NONE},
	{"gnu_asm_output_operand_list", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"gnu_asm_input_operand_list", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"gnu_asm_clobber_list", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"gnu_asm_goto_list", SHAPE_THROUGH, NODE_NONE, FIELD_NONE},
	{"gnu_asm_output_operand", SHAPE_NODE, NODE_ASM_OPERAND, FIELD_NONE},
	{"gnu_asm_input_operand", SHAPE_NODE, NODE_ASM_OPERAND, FIELD_NONE},
};

/* The grammar's fields and ours. */
struct syntax_field_rule {
	const char *name;
	enum node_field field;
};

static const struct syntax_field_rule syntax_field_rules[] = {
	{"declarator", FIELD_DECLARATOR},
	{"type", FIELD_TYPE},
	{"value", FIELD_VALUE},
	{"body", FIELD_BODY},
	{"name", FIELD_NAME},
	{"parameters", FIELD_PARAMETERS},
	{"size", FIELD_SIZE},
	{"condition", FIELD_CONDITION},
	{"consequence", FIELD_CONSEQUENCE},
	{"alternative", FIELD_ALTERNATIVE},
	{"initializer", FIELD_INITIALIZER},
	{"update", FIELD_UPDATE},
	{"label", FIELD_LABEL},
	{"left", FIELD_LEFT},
	{"right", FIELD_RIGHT},
	{"index", FIELD_INDEX},
	{"start", FIELD_INDEX},
	{"end", FIELD_END},
	{"function", FIELD_FUNCTION},
	{"argument", FIELD_VALUE},
	{"arguments", FIELD_ARGUMENT},
	{"field", FIELD_NAME},
	{"designator", FIELD_DESIGNATOR},
	{"output_operands", FIELD_OUTPUT},
	{"input_operands", FIELD_INPUT},
	{"clobbers", FIELD_CLOBBER},
	{"goto_labels", FIELD_LABEL},
	{"constraint", FIELD_CONSTRAINT},
	{"symbol", FIELD_NAME},
	{"assembly_code", FIELD_BODY},
};

#endif
