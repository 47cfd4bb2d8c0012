# SPDX-License-Identifier: GPL-3.0-or-later

# The archive for `pkg install`, and what becomes of it.  This file is none for Octave, and is not installed: the Makefile
# that pre_install.m writes removes it when all is built, and so does `make install` where it copies to.
.PHONY: dist index check-dist check-fresh

VERSION := $(shell sed -n 's/^Version: *//p' DESCRIPTION)
DIST    := $(B)/gpureduce-$(VERSION).tar.gz

# what is committed
dist:
	@mkdir -p $(B)
	@git archive --prefix=gpureduce-$(VERSION)/ -o $(DIST) HEAD
	@echo $(DIST)

# the entry of the archive in the index of Octave's packages
index: export DIST := $(DIST)
index: dist
	@$(RUN_OCTAVE) --eval 'addpath tests; make_path_absolute; write_package_index (getenv ("DIST"), "build/gpureduce.yaml")'

# Names with blanks are among what users have.  Installed twice, the second time over the first, and then tested.
check-dist: export DIST_FOLDER := $(B)/check dist
check-dist: export DIST := $(if $(ARCHIVE),$(B)/check dist/given.tar.gz,$(DIST))
# ARCHIVE under our own name, as Octave hands names to a shell to unpack
check-dist: $(if $(ARCHIVE),,dist)
	@rm -rf "$$DIST_FOLDER" && mkdir -p "$$DIST_FOLDER"
	@[ -z "$$ARCHIVE" ] || cp -- "$$ARCHIVE" "$$DIST"
	@for step in install install test; do DIST_STEP=$$step $(RUN_OCTAVE) tests/check_dist.m || exit 1; done

check-fresh:
	@tests/check_fresh
