/* Two threads move money between two accounts. */
#include <assert.h>
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	int money;
};

static struct account a = { PTHREAD_MUTEX_INITIALIZER, 100 }, b = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void move(struct account *from, struct account *to, int money)
{
	pthread_mutex_lock(&from->lock);
	pthread_mutex_lock(&to->lock);
	from->money -= money;
	to->money += money;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *back(void *unused)
{
	move(&b, &a, 10);
	return unused;
}

int main(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, back, NULL) != 0)
		return 1;
	move(&a, &b, 20);
	pthread_join(thread, NULL);
	assert(a.money + b.money == 200);
	return 0;
}
