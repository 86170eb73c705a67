/* Pulse width modulators that drivers provide: one line of the one that is registered is used (drivers/pwm/core.c). */

static struct pwm_chip *plumb_pwm_chip;

static struct pwm_device *plumb_pwm;

static _Bool plumb_pwm_is_used;

static _Bool plumb_pwm_managed;

/* What consumers may ask for (pwm_apply_state). */
static void plumb_pwm_apply(const struct pwm_ops *table, struct pwm_chip *chip, struct pwm_device *pwm)
{
	struct pwm_state want = pwm->state;
	want.period = __plumb_any_size("period");
	want.duty_cycle = __plumb_any_size("duty cycle");
	want.polarity = __plumb_any_bool("inversed") ? PWM_POLARITY_INVERSED : PWM_POLARITY_NORMAL;
	want.enabled = __plumb_any_bool("enabled");
	if (!want.period || want.duty_cycle > want.period || !table->apply || table->apply(chip, pwm, &want))
		return;
	pwm->state.period = want.period;
	pwm->state.duty_cycle = want.duty_cycle;
	pwm->state.polarity = want.polarity;
	pwm->state.enabled = want.enabled;
}

static void plumb_pwm_free(const struct pwm_ops *table)
{
	plumb_pwm_is_used = 0;
	if (table->free)
		table->free(plumb_pwm_chip, plumb_pwm);
}

ENVIRONMENT void plumb_call_pwm_ops(const struct pwm_ops *table, struct plumb_table *state)
{
	struct pwm_chip *chip = plumb_pwm_chip;
	if (!state->on || !plumb_pwm)
		return;
	if (!plumb_pwm_is_used) {
		if (table->request && table->request(chip, plumb_pwm)) {
			plumb_returned();
			return;
		}
		plumb_pwm_is_used = 1;
		if (table->get_state) {
			struct pwm_state now = { .enabled = 0 };
			table->get_state(chip, plumb_pwm, &now);
		}
	} else if (__plumb_any_bool("done")) {
		plumb_pwm_free(table);
	} else if (table->capture && __plumb_any_bool("capture")) {
		struct pwm_capture found = { 0, 0 };
		table->capture(chip, plumb_pwm, &found, __plumb_any_size("timeout"));
	} else {
		plumb_pwm_apply(table, chip, plumb_pwm);
	}
	plumb_returned();
}

static int plumb_pwm_add(struct pwm_chip *chip)
{
	if (!chip || !chip->dev || !chip->ops || !chip->npwm)
		return -22;
	if (plumb_fails())
		return plumb_errno();
	chip->pwms = calloc(chip->npwm, sizeof *chip->pwms);
	if (plumb_pwm_chip && !__plumb_any_bool("this one"))
		return 0;
	plumb_pwm_chip = chip;
	plumb_pwm = &chip->pwms[plumb_index(chip->npwm)];
	plumb_pwm->hwpwm = (unsigned)(plumb_pwm - chip->pwms);
	plumb_pwm->chip = chip;
	plumb_register(chip->ops, chip, 0);
	return 0;
}

/* Who uses a line lets go of it before. */
static void plumb_pwm_end(void)
{
	const struct pwm_ops *table = plumb_pwm_chip->ops;
	if (plumb_pwm_is_used)
		plumb_pwm_free(table);
	plumb_unregister(table);
	free(plumb_pwm_chip->pwms);
	plumb_pwm_chip->pwms = 0;
	plumb_pwm_chip = 0;
}

RELEASED void plumb_release_pwm(void)
{
	if (plumb_pwm_managed && plumb_pwm_chip)
		plumb_pwm_end();
}

MODEL int pwmchip_add(struct pwm_chip *chip)
{
	return plumb_pwm_add(chip);
}

MODEL int devm_pwmchip_add(struct device *device, struct pwm_chip *chip)
{
	(void)plumb_release_pwm;
	plumb_pwm_managed = 1;
	return plumb_pwm_add(chip);
}

MODEL void pwmchip_remove(struct pwm_chip *chip)
{
	__plumb_readable(chip, sizeof *chip);
	if (plumb_pwm_chip == chip)
		plumb_pwm_end();
}

MODEL int pwm_set_chip_data(struct pwm_device *pwm, void *data)
{
	if (!pwm)
		return -22;
	pwm->chip_data = data;
	return 0;
}

MODEL void *pwm_get_chip_data(struct pwm_device *pwm)
{
	return pwm ? pwm->chip_data : (void *)0;
}
