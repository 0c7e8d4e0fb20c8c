
/* What a C11 generic name finds for a type that the function does not have. */
void shmem_no_such_type_(void);

#ifdef __cplusplus
}
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

/* C11 generic names: the first pointer to elements selects the function, and a context before it. */
#define SHMEM_ARGUMENT0_(a, ...) a
#define SHMEM_ARGUMENT1_(a, b, ...) b
#define SHMEM_ARGUMENT2_(a, b, c, ...) c
@GENERICS@
/* With one argument the team's function, with four the deprecated one of active sets. */
#define shmem_sync(...) _Generic((SHMEM_ARGUMENT0_(__VA_ARGS__, 0)), \
    shmem_team_t: shmem_team_sync, default: shmem_sync)(__VA_ARGS__)

#endif
#endif
