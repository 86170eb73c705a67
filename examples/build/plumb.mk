# Verification in any make: `include plumb.mk`, then `make verify` (make -j: several files at once).
#
# Each source becomes a report, SOURCE.verdict, which is made anew when the source changes. A violation fails the build;
# with `make -k verify` all files are looked at.
#
#	PLUMB_SOURCES   the files; default: all C files here
#	PLUMB_FLAGS     verify's options, such as --entry='*' --timeout=60
PLUMB_VERIFY ?= verify
PLUMB_SOURCES ?= $(wildcard *.c)
PLUMB_FLAGS ?= --timeout=60

.PHONY: verify
verify: $(PLUMB_SOURCES:.c=.verdict)

%.verdict: %.c
	@$(PLUMB_VERIFY) $(PLUMB_FLAGS) $(CPPFLAGS) $(CFLAGS) $< >$@.new; status=$$?; \
	sed 's|^|$<: |;2,$$s|^$<: |  |' $@.new; \
	if [ $$status = 0 ] || [ $$status = 20 ]; then mv $@.new $@; else rm -f $@.new; exit $$status; fi
