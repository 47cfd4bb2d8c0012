# SPDX-License-Identifier: GPL-3.0-or-later

# Sweeps, their plots, and the pages of the documentation.
.PHONY: sweep plots doc

sweep: all | plots/data
	+@$(call build,with_cub)
	@$(RUN_OCTAVE) --eval 'addpath octave plots; make_sweep'

plots: plot_packages
	@$(RUN_OCTAVE) plots/draw_all.m
	@for name in plots/data/host-small plots/data/host-large; do \
	  [ ! -e $$name.csv ] || "$$GNUPLOT" -d -c plots/host.gp $$name.csv $$name.png || exit 1; done

# what octave/ and tests/ have for themselves serves the pages, too
doc: all doc_packages
	+@$(call build,$(B)/tests/example)
	@rm -rf $(B)/doc
	@$(RUN_OCTAVE) --eval 'addpath octave octave/private tests plots plots/doc; make_doc ("build/doc")'
	@plots/doc/check_links $(B)/doc
	@echo $(B)/doc/index.html
