/* What is said of owners. */
#include "follower.h"
#include "owner/owner_parts.h"

/* An address of an execution; no object: nothing is known of it. */
struct place_in_memory {
	uint32_t map;
	uint64_t object, offset;
};

static uint64_t offset_mask(const struct follower *f)
{
	uint32_t bits = f->domain->pointer_bits;
	return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Of a pointer. */
static void split(const struct follower *f, const uint64_t *words, uint64_t *object, uint64_t *offset)
{
	uint32_t bits = f->domain->pointer_bits;
	*offset = words[0] & offset_mask(f);
	*object = bits == 64 ? words[1] : words[0] >> bits | (bits ? words[1] << (64 - bits) : 0);
	*object &= (UINT64_C(1) << f->domain->object_bits) - 1;
}

/* False: it has no value. */
static bool read_variable(const struct follower *f, uint32_t number, uint64_t *object, uint64_t *offset)
{
	const struct variable *v = number & KEY_LOCAL ? f->procedure->variables[number & ~(uint32_t)KEY_LOCAL]
						      : f->program->globals[number];
	const struct value *value = run_value(f->run, v);
	if (!value)
		return false;
	*offset = 0;
	if (sort_width(f->program->bank, v->sort) == f->domain->object_bits)
		*object = value_bits(value)[0];
	else
		split(f, value_bits(value), object, offset);
	return true;
}

static uint64_t pointed_to(const struct follower *f, const struct place_in_memory *at)
{
	uint32_t bits = f->domain->pointer_bits;
	uint64_t index[2] = { bits == 64 ? at->offset : at->offset | at->object << bits,
			      bits == 64 ? at->object : at->object >> (64 - bits) };
	uint64_t words[2] = { 0 }, object, offset;
	map_read_words(run_value(f->run, f->program->globals[at->map])->map, index, words);
	split(f, words, &object, &offset);
	return object;
}

static bool find(const struct follower *f, const struct owner_address *a, struct place_in_memory *at)
{
	at->map = a->map;
	at->offset = 0;
	if (a->base & OWNER_CONSTANT)
		at->object = f->domain->objects.at[a->base & ~(uint32_t)OWNER_CONSTANT].identity;
	else if (!read_variable(f, a->base, &at->object, &at->offset))
		return false;
	at->offset = ((a->is_absolute ? 0 : at->offset) + a->offset) & offset_mask(f);
	return true;
}

static bool is_alive(const struct follower *f, uint32_t site, uint64_t identity)
{
	uint64_t alive, index[2] = { identity, 0 }, words[2] = { 0 };
	if (!alive_state(f->domain, site, &alive))
		return false;
	map_read_words(run_value(f->run, f->domain->state)->map, index, words);
	return words[0] == alive;
}

/* The site that has made it; 0: none. */
static uint32_t site_of(const struct follower *f, uint64_t identity)
{
	for (uint32_t site = 1; site < f->object_count; site++)
		for (size_t i = 0; i < f->created[site].count; i++)
			if (f->created[site].at[i] == identity)
				return site;
	return 0;
}

struct owned {
	struct follower *f;
	const struct owners *o;
	TABLE(uint64_t, uint64_t) counts; /* identity -> references that count */
};

static void refer(struct owned *of, uint64_t to)
{
	uint32_t site = site_of(of->f, to);
	if (!site || !(of->o->sites & object_bit(site)))
		return;
	of->f->result->facts++;
	table_put(&of->counts, to, table_get(&of->counts, to, 0) + 1);
	if (table_get(&of->counts, to, 0) > 1)
		follow_blame(of->f, "owned twice", &to, 64, site, 0);
	if (!is_alive(of->f, site, to))
		follow_blame(of->f, "owned, and not alive", &to, 64, site, 0);
}

static void refer_from(struct owned *of, const struct owner_cell *c, uint64_t identity)
{
	struct follower *f = of->f;
	struct place_in_memory at = { c->map, identity, f->domain->offsets.at[c->cell - 1] }, exception;
	for (uint32_t i = 0; i < of->o->exception_count; i++)
		if (find(f, &of->o->exceptions[i], &exception) && exception.map == at.map &&
		    exception.object == at.object && exception.offset == at.offset)
			return;
	uint64_t object = pointed_to(f, &at);
	if (c->is_null && object)
		follow_blame(f, "not null", &object, 64, 0, 0);
	refer(of, object);
}

static void refer_from_cell(struct owned *of, const struct owner_cell *c)
{
	const struct follower *f = of->f;
	const struct object *o = &f->domain->objects.at[c->object];
	uint32_t site = object_site(f->domain, c->object);
	if (!site) {
		refer_from(of, c, o->identity);
		return;
	}
	if (!(of->o->sites & object_bit(site)) || site >= f->object_count)
		return;
	const struct identities *made = &f->created[site];
	for (size_t i = 0; i < made->count; i++)
		if ((i + 1 == made->count) == (o->kind == OBJECT_LAST) && is_alive(f, site, made->at[i]))
			refer_from(of, c, made->at[i]);
}

/* The cell that the class is at has the object, if it must; or nobody else refers to it. */
static void check_place(struct owned *of, const struct owner_variable *v, uint64_t object)
{
	struct place_in_memory at;
	uint32_t site = site_of(of->f, object);
	if (v->at.map == OWNER_NONE || !find(of->f, &v->at, &at) || pointed_to(of->f, &at) == object)
		return;
	if (v->at.is_exact)
		follow_blame(of->f, "not what the cell has", &object, 64, site, 0);
	if (site && of->o->sites & object_bit(site) && table_get(&of->counts, object, 0))
		follow_blame(of->f, "at another cell", &object, 64, site, 0);
}

/* A class's variables are about one object, which is alive; of a root this is the reference. */
static void check_class(struct owned *of, uint32_t first)
{
	struct follower *f = of->f;
	const struct owner_variable *v = &of->o->variables[first];
	uint64_t object, offset, other;
	if (v->at.map == OWNER_UNBORN || !read_variable(f, v->variable, &object, &offset))
		return;
	for (uint32_t i = first; i < of->o->variable_count; i++)
		if (of->o->variables[i].class == v->class &&
		    read_variable(f, of->o->variables[i].variable, &other, &offset) && other != object)
			follow_blame(f, "not of the class's object", &other, 64, 0, 0);
	uint32_t site = site_of(f, object);
	f->result->facts++;
	if (v->at.map == OWNER_NONE)
		refer(of, object);
	else if (site && of->o->sites & object_bit(site) && !is_alive(f, site, object))
		follow_blame(f, "at a cell, and not alive", &object, 64, site, 0);
}

/* Each object of the site that is alive has a reference, or is not there if the site is GONE. */
static void check_held(struct owned *of, uint32_t site, bool is_gone)
{
	struct follower *f = of->f;
	const struct identities *made = &f->created[site];
	for (size_t i = 0; i < made->count; i++) {
		bool is_unborn = false;
		for (uint32_t k = 0; k < of->o->variable_count; k++) {
			const struct owner_variable *v = &of->o->variables[k];
			uint64_t object, offset;
			is_unborn |= v->at.map == OWNER_UNBORN && read_variable(f, v->variable, &object, &offset) &&
				     object == made->at[i];
		}
		if (is_unborn || !is_alive(f, site, made->at[i]))
			continue;
		f->result->facts++;
		if (is_gone)
			follow_blame(f, "gone, and alive", &made->at[i], 64, site, 0);
		else if (!table_get(&of->counts, made->at[i], 0))
			follow_blame(f, "not held", &made->at[i], 64, site, 0);
	}
}

void follow_owners(struct follower *f)
{
	struct owners o;
	struct owned of = { .f = f, .o = &o };
	if (!owners_of(f->domain, f->facts, &o) || !run_value(f->run, f->domain->state))
		return;
	for (uint32_t i = 0; i < o.variable_count; i++)
		if (owner_first(&o, o.variables[i].class) == i)
			check_class(&of, i);
	/* Where the exceptions are that are hidden, nobody says. */
	for (uint32_t i = 0; i < o.cell_count && !o.has_hidden; i++)
		refer_from_cell(&of, &o.cells[i]);
	for (uint32_t i = 0; i < o.variable_count; i++) {
		uint64_t object, offset;
		const struct owner_variable *v = &o.variables[i];
		if (v->at.map != OWNER_UNBORN && read_variable(f, v->variable, &object, &offset))
			check_place(&of, v, object);
	}
	struct place p = { .domain = f->domain, .facts = f->facts };
	uint64_t gone = owners_gone(&p);
	for (uint32_t site = 1; site < f->object_count; site++)
		if (o.held & object_bit(site) && !o.has_outer && !o.has_hidden)
			check_held(&of, site, gone & object_bit(site));
	table_free(&of.counts);
}
