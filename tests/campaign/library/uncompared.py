"""The functions of docs/library.md that no calls are made of, and why."""

REASONS = {
    'it does not return: tests/cli/library, tests/c2ir/library': '''
        _Exit _exit exit quick_exit abort __VERIFIER_error reach_error __assert __assert_fail __assert_func __assert_perror_fail
        __assert_rtn longjmp _longjmp siglongjmp __longjmp_chk''',
    'streams in memory: tests/c2ir/library/memory_stream.c': 'open_memstream fmemopen',
    'it returns twice: tests/c2ir/library': 'setjmp _setjmp sigsetjmp __sigsetjmp',
    'its effect comes at the end of the program: tests/c2ir/library/stdlib.c': 'atexit at_quick_exit on_exit',
    'headers and the compiler call it for others, which are compared': '''
        _IO_getc _IO_putc __overflow __uflow __ctype_b_loc __ctype_get_mb_cur_max __ctype_tolower_loc __ctype_toupper_loc
        __errno_location __fprintf_chk __memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __printf_chk __snprintf_chk __sprintf_chk
        __stpcpy_chk __strcat_chk __strcpy_chk __strncat_chk __strncpy_chk __vfprintf_chk __vprintf_chk __vsnprintf_chk __vsprintf_chk
        __xpg_strerror_r''',
    'a function of the compiler: tests/cli/library, tests/c2ir': '''
        __divdc3 __divhc3 __divsc3 __divtc3 __divxc3 __mulhc3 __powidf2 __powisf2 __powitf2 __powixf2''',
    'the host has none that can be linked': 'cfree gets pow10 strlcat strlcpy __sysv_signal printk',
    'processes and their relations, which are the host\'s: tests/c2ir/library/posix.c': '''
        execl execle execlp execv execve execvp execvpe fork vfork wait wait3 wait4 waitpid popen pclose system getpgid getpgrp getpid
        getppid getsid setpgid setsid tcgetpgrp tcsetpgrp nice times getrusage getrlimit setrlimit''',
    'threads: tests/cli/verify/threads.test, tests/campaign/threads': '''
        call_once cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy mtx_init mtx_lock mtx_timedlock
        mtx_trylock mtx_unlock __pthread_register_cancel pthread_attr_destroy pthread_attr_getdetachstate pthread_attr_init
        pthread_attr_setdetachstate pthread_attr_setstacksize pthread_barrier_destroy pthread_barrier_init pthread_barrier_wait
        pthread_cancel pthread_cond_broadcast pthread_cond_clockwait pthread_cond_destroy pthread_cond_init pthread_cond_signal
        pthread_cond_timedwait pthread_cond_wait pthread_create pthread_detach pthread_equal pthread_exit pthread_getspecific
        pthread_join pthread_key_create pthread_key_delete pthread_mutex_clocklock pthread_mutex_destroy pthread_mutex_init
        pthread_mutex_lock pthread_mutex_timedlock pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_destroy
        pthread_mutexattr_init pthread_mutexattr_setpshared pthread_mutexattr_settype pthread_once pthread_rwlock_destroy
        pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock
        pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_self pthread_setspecific pthread_spin_destroy
        pthread_spin_init pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_tryjoin_np sched_yield sem_clockwait
        sem_destroy sem_getvalue sem_init sem_post sem_timedwait sem_trywait sem_wait thrd_create thrd_current thrd_detach
        thrd_equal thrd_exit thrd_join thrd_yield tss_create tss_delete tss_get tss_set''',
    'sockets, which are the host\'s: tests/cli/library/sockets.test': '''
        accept accept4 bind connect getpeername getsockname getsockopt listen poll recvfrom send sendto setsockopt shutdown socket
        socketpair''',
    'users and groups, which are the host\'s': '''
        getegid geteuid getgid getuid getgroups getgrgid getgrnam getpwnam getpwuid setegid seteuid setgid setuid chown fchown lchown
        gethostname uname''',
    'handlers and waiting: tests/c2ir/library/posix.c, tests/cli/library/processes.test': '''
        alarm bsd_signal kill killpg pause raise sigaction sigaltstack sigblock siginterrupt signal sigpending sigprocmask sigsetmask
        sigsuspend''',
    'it waits, or says what time it is': 'nanosleep sleep usleep gettimeofday timespec_get tzset',
    'it uses standard input or output, through which the comparison is made: tests/c2ir/library': '''
        getchar getchar_unlocked printf vprintf putchar putchar_unlocked puts perror scanf freopen fdopen''',
    'buffering and locks are not seen': 'setbuf setlinebuf setvbuf flockfile funlockfile ftrylockfile sync posix_fadvise syslog',
    'the model leaves all open': '''
        ioctl fcntl recv pathconf pipe pipe2 mkdtemp mkostemp mkstemp tmpnam mkfifo mknod realpath getcwd getwd nl_langinfo valloc
        textdomain bindtextdomain bind_textdomain_codeset putenv''',
    'the model leaves all open but what the like with a path does': '''
        dirfd dup3 euidaccess faccessat fchdir fchmod fdopendir fstat fstat64 fstatat fstatat64 futimens futimes openat readdir readdir64
        rewinddir unlinkat utime utimensat utimes''',
    'patterns and options: tests/c2ir/library/posix.c, tests/cli/library': '''
        fnmatch regcomp regerror regexec regfree getopt getopt_long getopt_long_only''',
    'flags and traps are not modelled but for rounding: docs/floats.md': '''
        feclearexcept fedisableexcept feenableexcept fegetenv fegetexcept fegetexceptflag feholdexcept feraiseexcept fesetenv
        fesetexceptflag fetestexcept feupdateenv''',
}

UNCOMPARED = {name: reason for reason, names in REASONS.items() for name in names.split()}
