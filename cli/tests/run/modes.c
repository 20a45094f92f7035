/* Calls sm3hash a known number of times in the way its first argument names. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "auxfunc.h"

static void hash(int times)
{
    unsigned char digest[32];

    while (times-- > 0) {
        sm3hash(256, (const unsigned char *)"x", 8, digest);
    }
}

static pthread_barrier_t barrier;

/* All threads are in here at one time, so no slot can be handed on. */
static void *thread_main(void *unused)
{
    hash(5);
    pthread_barrier_wait(&barrier);
    hash(5);
    pthread_barrier_wait(&barrier);
    return unused;
}

static void threads(int number)
{
    pthread_t *all = malloc((size_t)number * sizeof *all);
    int i;

    pthread_barrier_init(&barrier, NULL, (unsigned)number);
    for (i = 0; i < number; i++) {
        pthread_create(&all[i], NULL, thread_main, NULL);
    }
    for (i = 0; i < number; i++) {
        pthread_join(all[i], NULL);
    }
    free(all);
}

static void forks(int number, int by_signal)
{
    int status;

    while (number-- > 0) {
        pid_t child = fork();

        if (child == 0) {
            hash(2);
            if (by_signal) {
                kill(getpid(), SIGKILL);
            }
            _exit(0);
        }
        waitpid(child, &status, 0);
    }
}

static void leave_everything(void)
{
    int fd;

    for (fd = 3; fd < 1024; fd++) {
        close(fd);
    }
    if (chdir("/") != 0) {
        exit(98);
    }
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    int number = argc > 2 ? atoi(argv[2]) : 1;

    if (strcmp(mode, "hash") == 0) {
        hash(number);
    } else if (strcmp(mode, "threads") == 0) {
        threads(number);
    } else if (strcmp(mode, "forks") == 0) {
        forks(number, 0);
    } else if (strcmp(mode, "killed") == 0) {
        forks(number, 1);
    } else if (strcmp(mode, "exec") == 0) {
        /* Itself again, by its full path, after everything was closed. */
        char *path = realpath("/proc/self/exe", NULL);
        char left[16];

        hash(1);
        leave_everything();
        snprintf(left, sizeof left, "%d", number - 1);
        execl(path, argv[0], number > 1 ? "exec" : "hash", number > 1 ? left : "10", (char *)NULL);
        return 97;
    } else if (strcmp(mode, "unset") == 0) {
        hash(3);
        unsetenv("LD_PRELOAD");
        return system("exit 0") != 0;
    } else if (strcmp(mode, "crash") == 0) {
        hash(4);
        raise(SIGSEGV);
    } else if (strcmp(mode, "_exit") == 0) {
        hash(6);
        _exit(number);
    } else if (strcmp(mode, "idle") == 0) {
        return number == 0 ? (hash(1), 0) : 0;
    } else if (strcmp(mode, "wait") == 0) {
        hash(1);
        puts("ready");
        fflush(stdout);
        pause();
    } else if (strcmp(mode, "daemon") == 0) {
        int ready[2];
        char byte;

        if (pipe(ready) != 0) {
            return 95;
        }
        if (fork() == 0) {
            hash(1);
            close(1);
            close(2);
            close(ready[0]);
            if (write(ready[1], "", 1) == 1) {
                sleep(30);
            }
            _exit(0);
        }
        return read(ready[0], &byte, 1) != 1;
    } else if (strcmp(mode, "much") == 0) {
        char line[1000];

        hash(1);
        memset(line, 'z', sizeof line);
        while (number-- > 0) {
            fwrite(line, 1, sizeof line, stdout);
        }
    } else {
        return 96;
    }
    return 0;
}
