/* verify */
int main(int argc, char **argv)
{
	if (argc == 3 && argv[1][0] == 'p' && argv[2][0] && argv[2][1] == 'l' && !argv[2][2])
		return 1 / (argc - 3);
	return 0;
}
