/* Kinds, fields and keywords of the syntax tree: one line each. */
#ifndef C2IR_SYNTAX_KINDS_H
#define C2IR_SYNTAX_KINDS_H

/* clang-format off */

/*
 * Kinds of syntax nodes with their children.  FIELD? may be absent, FIELD* repeats; `plain` children have no field.
 * E is any expression; D any declarator; S any statement; I is E or NODE_INITIALIZER_LIST.
 */
#define NODE_KINDS(X)                                                                                                  \
    X(NONE)                                                                                                            \
    /* plain: FUNCTION_DEFINITION, DECLARATION, STATIC_ASSERT, ASM (`;` alone leaves nothing) */                       \
    X(TRANSLATION_UNIT)                                                                                                \
    /* TYPE (SPECIFIERS, perhaps with no child), DECLARATOR, plain K&R DECLARATIONs, BODY (COMPOUND_STATEMENT) */      \
    X(FUNCTION_DEFINITION)                                                                                             \
    /* TYPE (SPECIFIERS), DECLARATOR*: D or INIT_DECLARATOR. Typedefs too: look for the keyword among the specifiers */ \
    X(DECLARATION)                                                                                                     \
    /* DECLARATOR (D), VALUE (I) */                                                                                    \
    X(INIT_DECLARATOR)                                                                                                 \
    /* CONDITION (E), VALUE? (STRING_LITERAL) */                                                                       \
    X(STATIC_ASSERT)                                                                                                   \
    /* `__label__ a, b;`: plain IDENTIFIERs */                                                                         \
    X(LABEL_DECLARATION)                                                                                               \
                                                                                                                       \
    /* plain, in source order, any mixture of the next eleven; none: implicit int */                                   \
    X(SPECIFIERS)                                                                                                      \
    X(STORAGE_CLASS)   /* leaf with keyword: typedef extern static auto register inline _Noreturn _Thread_local constexpr */ \
    X(TYPE_QUALIFIER)  /* leaf with keyword: const volatile restrict _Atomic (without operand) */                      \
    X(TYPE_KEYWORD)    /* leaf with keyword: void char int ... _Complex __int128 __auto_type */                        \
    X(TYPEDEF_NAME)    /* leaf with name */                                                                            \
    X(STRUCT_SPECIFIER) /* NAME? (IDENTIFIER), BODY? (FIELD_DECLARATION_LIST) */                                       \
    X(UNION_SPECIFIER)  /* the same */                                                                                 \
    X(ENUM_SPECIFIER)   /* NAME? (IDENTIFIER), TYPE? (TYPE_NAME of C23's base type), BODY? (ENUMERATOR_LIST) */        \
    X(TYPEOF)           /* with keyword: typeof, typeof_unqual; VALUE (E) or TYPE (TYPE_NAME) */                       \
    X(ATOMIC)           /* _Atomic(T): TYPE (TYPE_NAME) */                                                             \
    X(ALIGNAS)          /* VALUE (E) or TYPE (TYPE_NAME) */                                                            \
                                                                                                                       \
    X(FIELD_DECLARATION_LIST) /* plain FIELD_DECLARATION, STATIC_ASSERT */                                             \
    X(FIELD_DECLARATION)      /* TYPE (SPECIFIERS), DECLARATOR*: D or BITFIELD; none: anonymous struct or nothing */   \
    X(BITFIELD)               /* DECLARATOR? (D), SIZE (E) */                                                          \
    X(ENUMERATOR_LIST)        /* plain ENUMERATOR */                                                                   \
    X(ENUMERATOR)             /* NAME (IDENTIFIER), VALUE? (E) */                                                      \
                                                                                                                       \
    /* D is IDENTIFIER or one of these; in an abstract declarator the innermost DECLARATOR is absent */                \
    X(POINTER_DECLARATOR)  /* plain TYPE_QUALIFIERs, DECLARATOR? (D) */                                                \
    X(ARRAY_DECLARATOR)    /* DECLARATOR? (D), plain TYPE_QUALIFIER and STORAGE_CLASS (static), SIZE? (E); op OP_STAR for [*] */ \
    X(FUNCTION_DECLARATOR) /* DECLARATOR? (D), PARAMETERS (PARAMETER_LIST or IDENTIFIER_LIST) */                       \
    X(PARAMETER_LIST)      /* plain PARAMETER, ELLIPSIS; `()` has none, `(void)` has a PARAMETER */                    \
    X(IDENTIFIER_LIST)     /* K&R: plain IDENTIFIER, ELLIPSIS */                                                       \
    X(PARAMETER)           /* TYPE (SPECIFIERS), DECLARATOR? (D) */                                                    \
    X(ELLIPSIS)            /* leaf */                                                                                  \
    X(TYPE_NAME)           /* TYPE (SPECIFIERS), DECLARATOR? (abstract D) */                                           \
                                                                                                                       \
    X(COMPOUND_STATEMENT)   /* plain S, DECLARATION, STATIC_ASSERT, LABEL_DECLARATION, nested FUNCTION_DEFINITION */   \
    X(EXPRESSION_STATEMENT) /* VALUE? (E; also ASM); none: `;` */                                                      \
    X(LABELED_STATEMENT)    /* LABEL (IDENTIFIER), BODY? (S); none before `}` or a declaration */                     \
    X(CASE_STATEMENT)       /* VALUE (E), END? (E: `case VALUE ... END:`), BODY? */                                    \
    X(DEFAULT_STATEMENT)    /* BODY? */                                                                                \
    X(IF_STATEMENT)         /* CONDITION (E), CONSEQUENCE (S), ALTERNATIVE? (S) */                                     \
    X(SWITCH_STATEMENT)     /* CONDITION (E), BODY (S) */                                                              \
    X(WHILE_STATEMENT)      /* CONDITION (E), BODY (S) */                                                              \
    X(DO_STATEMENT)         /* BODY (S), CONDITION (E) */                                                              \
    X(FOR_STATEMENT)        /* INITIALIZER? (E or DECLARATION), CONDITION? (E), UPDATE? (E), BODY (S) */               \
    X(RETURN_STATEMENT)     /* VALUE? (E) */                                                                           \
    X(BREAK_STATEMENT)      /* leaf */                                                                                 \
    X(CONTINUE_STATEMENT)   /* leaf */                                                                                 \
    X(GOTO_STATEMENT)       /* LABEL (IDENTIFIER) */                                                                   \
    X(COMPUTED_GOTO)        /* `goto *e;`: VALUE (E) */                                                                \
                                                                                                                       \
    X(IDENTIFIER)           /* leaf with name; __func__ and builtins are identifiers too */                            \
    X(NUMBER_LITERAL)       /* leaf, text with all suffixes; true, false, nullptr */                                   \
    X(CHAR_LITERAL)         /* leaf, text with prefix and quotes */                                                    \
    X(STRING_LITERAL)       /* leaf: one token or more, [first_token, end_token), to be concatenated */                \
    X(COMMA)                /* LEFT, RIGHT (E) */                                                                      \
    X(CONDITIONAL)          /* CONDITION, CONSEQUENCE?, ALTERNATIVE (E); without CONSEQUENCE: `c ?: a` */              \
    X(ASSIGNMENT)           /* LEFT, RIGHT (E), op OP_NONE or the binary operator of `op=` */                          \
    X(BINARY)               /* LEFT, RIGHT (E), op */                                                                  \
    X(UNARY)                /* VALUE (E), op: prefix, postfix ++ --, OP_DEREFERENCE, OP_ADDRESS, OP_REAL, OP_IMAG */   \
    X(LABEL_ADDRESS)        /* `&&l`: LABEL (IDENTIFIER) */                                                            \
    X(CAST)                 /* TYPE (TYPE_NAME), VALUE (E) */                                                          \
    X(COMPOUND_LITERAL)     /* TYPE (TYPE_NAME), VALUE (INITIALIZER_LIST) */                                           \
    X(SIZEOF)               /* VALUE (E) or TYPE (TYPE_NAME) */                                                        \
    X(ALIGNOF)              /* VALUE (E, GNU) or TYPE (TYPE_NAME) */                                                   \
    X(SUBSCRIPT)            /* VALUE (E), INDEX (E) */                                                                 \
    /* FUNCTION (E), ARGUMENT*: E, or TYPE_NAME where a builtin takes a type (__builtin_va_arg(ap, T),                 \
     * __builtin_types_compatible_p(T, T), __builtin_offsetof(T, m): m is made of SUBSCRIPT and FIELD_EXPRESSION over  \
     * an OFFSETOF_BASE, as if it were an object of the type) */                                                       \
    X(CALL)                                                                                                            \
    X(OFFSETOF_BASE)        /* leaf, no tokens */                                                                      \
    X(FIELD_EXPRESSION)     /* VALUE (E), NAME (IDENTIFIER), op OP_DOT or OP_ARROW */                                  \
    X(GENERIC)              /* VALUE (E), plain GENERIC_ASSOCIATION */                                                 \
    X(GENERIC_ASSOCIATION)  /* TYPE? (TYPE_NAME; none: default), VALUE (E) */                                          \
    X(STATEMENT_EXPRESSION) /* BODY (COMPOUND_STATEMENT) */                                                            \
    X(INITIALIZER_LIST)     /* plain E, INITIALIZER_LIST, INITIALIZER_PAIR */                                          \
    X(INITIALIZER_PAIR)     /* DESIGNATOR*, VALUE (I); `a: v` and `[0] v` too */                                       \
    X(FIELD_DESIGNATOR)     /* NAME (IDENTIFIER) */                                                                    \
    X(SUBSCRIPT_DESIGNATOR) /* INDEX (E), END? (E: `[INDEX ... END]`) */                                               \
    /* In EXPRESSION_STATEMENT or at top level. BODY (STRING_LITERAL), OUTPUT*, INPUT* (ASM_OPERAND), CLOBBER*         \
     * (STRING_LITERAL), LABEL* (IDENTIFIER), plain TYPE_QUALIFIER (volatile); has_goto shows as LABEL */              \
    X(ASM)                                                                                                             \
    X(ASM_OPERAND)          /* NAME? (IDENTIFIER), CONSTRAINT (STRING_LITERAL), VALUE (E) */

#define NODE_KIND_ENUM(name) NODE_##name,
enum node_kind { NODE_KINDS(NODE_KIND_ENUM) NODE_KIND_COUNT };
#undef NODE_KIND_ENUM

#define NODE_FIELDS(X)                                                                                                 \
    X(NONE, "")                                                                                                        \
    X(TYPE, "type") X(DECLARATOR, "declarator") X(VALUE, "value") X(BODY, "body") X(NAME, "name")                      \
    X(PARAMETERS, "parameters") X(SIZE, "size") X(CONDITION, "condition") X(CONSEQUENCE, "consequence")                \
    X(ALTERNATIVE, "alternative") X(INITIALIZER, "initializer") X(UPDATE, "update") X(LABEL, "label")                  \
    X(LEFT, "left") X(RIGHT, "right") X(INDEX, "index") X(END, "end") X(FUNCTION, "function")                          \
    X(ARGUMENT, "argument") X(DESIGNATOR, "designator") X(OUTPUT, "output") X(INPUT, "input")                          \
    X(CLOBBER, "clobber") X(CONSTRAINT, "constraint")

#define NODE_FIELD_ENUM(name, text) FIELD_##name,
enum node_field { NODE_FIELDS(NODE_FIELD_ENUM) FIELD_COUNT };
#undef NODE_FIELD_ENUM

/* Keywords, all spellings of one under one name (const, __const, __const__ are KEYWORD_CONST). */
enum keyword {
    KEYWORD_NONE,
    /* storage class and function specifiers */
    KEYWORD_TYPEDEF, KEYWORD_EXTERN, KEYWORD_STATIC, KEYWORD_AUTO, KEYWORD_REGISTER, KEYWORD_INLINE, KEYWORD_NORETURN,
    KEYWORD_THREAD_LOCAL, KEYWORD_CONSTEXPR,
    /* qualifiers */
    KEYWORD_CONST, KEYWORD_VOLATILE, KEYWORD_RESTRICT, KEYWORD_ATOMIC,
    /* type keywords; _FloatN and _Decimal32... as written by gcc */
    KEYWORD_VOID, KEYWORD_CHAR, KEYWORD_SHORT, KEYWORD_INT, KEYWORD_LONG, KEYWORD_FLOAT, KEYWORD_DOUBLE, KEYWORD_SIGNED,
    KEYWORD_UNSIGNED, KEYWORD_BOOL, KEYWORD_COMPLEX, KEYWORD_IMAGINARY, KEYWORD_INT128, KEYWORD_AUTO_TYPE,
    KEYWORD_VA_LIST, /* __builtin_va_list */
    KEYWORD_FLOAT16, KEYWORD_FLOAT32, KEYWORD_FLOAT64, KEYWORD_FLOAT128, KEYWORD_FLOAT32X, KEYWORD_FLOAT64X,
    KEYWORD_FLOAT80, /* __float80 */
    KEYWORD_DECIMAL32, KEYWORD_DECIMAL64, KEYWORD_DECIMAL128, KEYWORD_BF16,
    KEYWORD_BIT_INT,
    /* with operands */
    KEYWORD_STRUCT, KEYWORD_UNION, KEYWORD_ENUM, KEYWORD_TYPEOF, KEYWORD_TYPEOF_UNQUAL, KEYWORD_ALIGNAS, KEYWORD_SIZEOF,
    KEYWORD_ALIGNOF,
    KEYWORD_GENERIC, KEYWORD_STATIC_ASSERT, KEYWORD_ATTRIBUTE, KEYWORD_ASM, KEYWORD_EXTENSION, KEYWORD_LABEL,
    KEYWORD_REAL, KEYWORD_IMAG, KEYWORD_PRAGMA,
    /* constants */
    KEYWORD_TRUE, KEYWORD_FALSE, KEYWORD_NULLPTR,
    /* statements */
    KEYWORD_IF, KEYWORD_ELSE, KEYWORD_SWITCH, KEYWORD_CASE, KEYWORD_DEFAULT, KEYWORD_WHILE, KEYWORD_DO, KEYWORD_FOR,
    KEYWORD_RETURN, KEYWORD_BREAK, KEYWORD_CONTINUE, KEYWORD_GOTO,
    /* clang's _Nonnull and the like, which are no tokens: they only make warnings */
    KEYWORD_NULLABILITY,
    KEYWORD_COUNT
};
/* clang-format on */

#endif
