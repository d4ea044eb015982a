# Works with GNU make 3.81 and any POSIX shell. `make` alone lists what there is.
# Everything runs with the Node of node_modules, whatever Node is first on PATH.

NODE := node_modules/.bin/node
FILES ?=
CHECKS ?=
VERSION ?= dev
LOAD := $(NODE) loadtests/runner/main.ts

.DEFAULT_GOAL := help
.PHONY: clients-types clients-packages help install install-run tools start shop-hosted shop-direct start-distributed test test-all test-repeat test-libs test-services test-standalone test-system \
	check types lint regexes comments citations format-check generated services openapi openapi-check docs docs-check specification format migrate database schema-check backup restore bench bench-costs bench-compare \
	load load-check load-smoke load-all load-manifests upgrade-check ops-check \
	observability rules-check rules-test dashboards-check alerts-drill \
	image release dist compose-secrets compose-check acquirer-check acquirers-storm \
	charts-check charts-generated migration-checksums kube-check node-check clean

help: ## list every target
	@awk 'BEGIN { FS = ":.*## " } /^[a-z][a-z-]*:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' Makefile

install: ## install the npm dependencies, only when package-lock.json changed
	@tools/install/dependencies

install-run: ## install only what running needs; `make install` adds the rest
	@tools/install/dependencies run

tools: ## find or install what `make test` uses: nats-server, Chromium, promtool, Postgres 16, PHP, zsh and fish
	@tools/install/tools

start: $(if $(ACQUIRER),install,install-run) ## run everything in one process on an embedded Postgres; stop with Ctrl-C; ACQUIRER=checkout-double pays in live mode, at a double beside it
	@$(if $(ACQUIRER),exec $(NODE) tests/acquirer-doubles/src/start/main.ts $(ACQUIRER),exec npm start --silent)

shop-hosted: install-run ## an example shop over the hosted page, beside `make start`; takes FLOWLIX_URL and FLOWLIX_KEY
	@exec $(NODE) clients/shops/hosted-page/src/main.ts

shop-direct: install-run ## an example shop with a card form of its own, in Python, beside `make start`; takes FLOWLIX_URL and FLOWLIX_KEY
	@exec clients/shops/direct/start

start-distributed: install-run ## run nats-server and one process per service; stop with Ctrl-C
	@tools/install/tools nats-server >/dev/null && exec npm run start:distributed --silent

test: install ## check and test, but for the long files; ends with `N passed, N failed, N skipped`; FILES=… for some, SEED=… to draw the same
	@tools/install/tools >/dev/null && exec $(NODE) tools/test/main.ts $(FILES)

test-all: install ## `make test`, the long files, every drawn case, and whole installations in one process too; continuous integration draws half of the cases and goes through every combination
	@tools/install/tools >/dev/null && exec $(NODE) tools/test/main.ts --all

test-repeat: install ## the whole of `make test-all` again and again: TIMES=10, the last BESIDE=5 of them beside a build; FILES=… for some
	@tools/install/tools >/dev/null && exec $(NODE) tools/test/repeat.ts $(FILES)

test-libs: install ## test the libraries
	@tools/install/tools >/dev/null && exec $(NODE) tools/test/main.ts 'libs/*/test/**/*.test.ts'

test-services: install ## test the services one by one
	@tools/install/tools nats-server >/dev/null && exec $(NODE) tools/test/main.ts 'services/!(standalone)/test/**/*.test.ts'

test-standalone: install ## test the launcher and the entry of the image
	@tools/install/tools nats-server >/dev/null && exec $(NODE) tools/test/main.ts 'services/standalone/test/**/*.test.ts'

test-system: install ## test whole installations, in one process and distributed, and the repository as a whole
	@tools/install/tools >/dev/null && exec $(NODE) tools/test/main.ts 'tests/system/**/*.test.ts'

check: format-check lint regexes comments types citations generated ## format, lint, regular expressions, comments, types, citations, generated files: what a commit must pass

format-check: install ## say which files are not formatted
	@npm run -s format:check

lint: install ## lint, with type information
	@npm run -s lint

regexes: install ## check every regular expression: none may take more than linear time
	@npm run -s regexes

comments: install ## say which comments are wider than 120 columns
	@npm run -s comments

types: install ## check types and the import rules between packages
	@npm run -s types

citations: install ## say which citations of pages and their anchors lead nowhere
	@npm run -s citations

generated: install ## say whether generated files are what their sources generate
	@npm run -s generated

services: install ## write again what names every service: from the table of services, the callers and the metrics
	@npm run -s services && $(NODE) tools/charts/write-generated.ts && npm run -s observability

openapi: install ## write the OpenAPI document again from the contracts
	@npm run -s openapi

docs: install ## build the pages for merchants' developers from docs/site; needs the npm registry
	@cd docs/site && npm ci --no-audit --no-fund --loglevel=error && $(CURDIR)/$(NODE) build.ts

docs-check: install ## say whether the committed pages were built from what docs/site is now
	@$(NODE) docs/site/check.ts

clients-types: ## write the types of the clients again from the OpenAPI document; brings their generator the first time
	@cd clients/generator && { [ node_modules -nt package-lock.json ] || npm ci --no-audit --no-fund --loglevel=error >&2; } && node typescript.mjs && exec node python.mjs

clients-packages: install-run ## make the files that merchants install the clients and the command line from, in dist/clients: npm packages and a wheel
	@exec tools/clients/packages

specification: install ## write the table of specification sentences and the tests that prove them
	@npm run -s specification

format: install ## format every file
	@npm run -s format

migrate: install-run ## migrate the database of DATABASE_URL or of DATA_DIR
	@npm run -s migrate

database: install-run ## run the embedded database of DATA_DIR alone, for a SQL prompt; see docs/operators.md
	@npm run -s database

schema-check: install ## say how the database of DATABASE_URL or of DATA_DIR differs from what its migrations make; changes nothing
	@npm run -s schema-check

backup: install-run ## back up the installation of DATA_DIR while it runs: TO=…, SECRETS_TO=…, see docs/backups.md
	@npm run -s backup

restore: install-run ## restore an installation of a backup: FROM=…, SECRETS=…, ASIDE=yes renames what is in DATA_DIR
	@npm run -s restore

observability: install ## write dashboards, rules, their tests and the pages of metrics and runbooks again
	@npm run -s observability

rules-check: install ## check recording and alert rules: names, labels, runbooks, what Prometheus reads
	@tools/install/tools promtool >/dev/null && npm run -s rules:check

rules-test: install ## let every alert fire in one case and keep quiet in another
	@tools/install/tools promtool >/dev/null && npm run -s rules:test

dashboards-check: install ## check dashboards: names, labels, units, links, what Prometheus reads
	@tools/install/tools promtool >/dev/null && npm run -s dashboards:check

alerts-drill: install ## let faults happen to a real installation under Prometheus and Alertmanager, and see who is woken; about an hour; CHECKS=… for some
	@tools/install/tools nats-server promtool >/dev/null && exec $(NODE) tools/alerts-drill/main.ts $(CHECKS)

bench: install ## measure payments a second against the machine's own baselines
	@tools/install/tools nats-server >/dev/null && exec npm run bench --silent

bench-costs: install ## what a payment costs by thread and statement, and how that grows: FORM=…, REPLICAS=…, ROWS=10000000
	@tools/install/tools nats-server >/dev/null && exec npm run bench-costs --silent -- $(if $(FORM),--form $(FORM)) $(if $(REPLICAS),--replicas $(REPLICAS)) $(if $(ROWS),--rows $(ROWS))

bench-compare: install ## this tree and a commit side by side, in turns of seconds: AGAINST=COMMIT, FORM=…, ROUNDS=…
	@test -n "$(AGAINST)" || { echo "AGAINST must name a commit" >&2; exit 2; }
	@tools/install/tools nats-server >/dev/null && exec npm run bench:compare --silent -- --against $(AGAINST) $(if $(FORM),--form $(FORM)) $(if $(ROUNDS),--rounds $(ROUNDS))

acquirers-storm: install ## kill the platform under load with the doubles of both acquirers, in one process and over NATS, and hold everything against their books and reports: SEED=…
	@tools/install/tools >/dev/null && exec $(NODE) tools/test/main.ts tests/system/e2e/acquirers-storm.check.ts

acquirer-check: install ## the suite for adapters at an acquirer's own sandbox: ACQUIRER=checkout or adyen, AGAINST=double, ONLY='part of a title'
	@exec $(NODE) tests/acquirer-doubles/check/main.ts $(ACQUIRER) $(if $(AGAINST),--against $(AGAINST)) $(if $(ONLY),--only '$(ONLY)')

# Named settings of `make load` as the options of its runner.
LOAD_OPTIONS = $(if $(TEST),--test $(TEST)) $(if $(PROFILE),--profile $(PROFILE)) $(if $(SECONDS),--seconds $(SECONDS)) \
	$(if $(SEED),--seed $(SEED)) $(if $(BASE_URL),--base-url $(BASE_URL)) $(if $(KEYS_FILE),--keys $(KEYS_FILE)) \
	$(if $(BOOK_URL),--book $(BOOK_URL)) $(if $(RESULTS),--results $(RESULTS))

load: install ## put an installation under load with k6: TEST=… PROFILE=…; TEST=help lists what there is
	@tools/install/tools nats-server >/dev/null && exec $(LOAD) $(if $(filter help,$(TEST)),--help,$(LOAD_OPTIONS))

load-check: install ## check the load tests without load: types, k6's own reading, and that every threshold on money can fail
	@tools/install/tools nats-server k6 >/dev/null && $(NODE) node_modules/.bin/tsc -b --pretty false loadtests/runner && exec $(NODE) tools/test/main.ts 'loadtests/test/**/*.test.ts'

load-smoke: install ## the shortest load test for real, against an installation of its own
	@tools/install/tools nats-server >/dev/null && exec $(LOAD) --test smoke --profile ci

load-all: install ## every load test for real at the ci profile; about ten minutes
	@tools/install/tools nats-server >/dev/null && exec $(LOAD) --test all --profile ci

upgrade-check: install ## upgrade the last release to this tree, back and again, and compare everything: FORM=standalone, distributed or processes, else all; FROM=COMMIT; about twenty minutes
	@tools/install/tools nats-server >/dev/null; from="$(FROM)"; from=$${from:-$$($(NODE) tools/release/last-release.ts)} || exit $$?; \
	case "$(FORM)" in processes) ;; *) $(NODE) loadtests/runner/upgrade/data-folder-main.ts "$$from" $(FORM) || exit $$? ;; esac; \
	case "$(FORM)" in ""|processes) exec $(LOAD) --test upgrade --profile ci --from "$$from" ;; esac

load-manifests: install ## print the ConfigMap of the scripts for k8s/k6
	@exec $(NODE) loadtests/runner/manifests.ts

charts-check: install ## check charts/ and k8s/ without a cluster: lint, rendering, unit tests, schemas, traffic
	@$(NODE) tools/charts/check.ts $(CHECKS)

migration-checksums: install ## note the checksums of new migrations; refuses edits of those that are noted
	@$(NODE) tools/migrations/main.ts

charts-generated: install ## write what is generated of charts/ and k8s/: tables of values and traffic, permissions of NATS
	@$(NODE) tools/charts/write-generated.ts

kube-check: install ## install, upgrade and break the charts on a real API server with simulated nodes; CHECKS=… for some
	@$(NODE) tools/kube/check.ts $(CHECKS)

ops-check: install ## every check of the operational side whose tools are at hand, those with an API server and with containers too
	@MAKE='$(MAKE)' exec $(NODE) tools/ops-check.ts $(CHECKS)

openapi-check: install ## let the tools of merchants' developers read the OpenAPI document: linters, generated clients, a fuzzer before an installation; CHECKS=… for some
	@exec $(NODE) tools/openapi-check/main.ts $(CHECKS)

image: ## build the container image payments-platform:dev; VERSION=… for another tag
	@command -v docker >/dev/null || { echo "make image needs docker, which was not found" >&2; exit 69; }
	@base=$$(sed -n 's/^ARG BASE=//p' Dockerfile) && { docker pull --quiet $$base >/dev/null || true; } && \
	digest=$$(docker image inspect --format '{{range .RepoDigests}}{{println .}}{{end}}' $$base 2>/dev/null | sed -n '1s/.*@//p') && \
	docker build --build-arg REVISION=$$(git rev-parse HEAD) --build-arg BASE_DIGEST=$$digest \
		--build-arg SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) \
		--build-arg CREATED=$$(git log -1 --format=%cI) -t payments-platform:$(VERSION) .

release: install ## make what is unreleased the release VERSION in the tree, and print the commands that commit and tag it; VERSION=X.Y.0-dev after it
	@exec $(NODE) tools/release/main.ts $(VERSION)

dist: install ## the files of a release in dist/, of this commit: source, charts, notes, list of packages, image, checksums
	@exec $(NODE) tools/release/publish-main.ts

compose-secrets: install ## keep the secrets of docker compose in .secrets of this tree instead of in volumes
	@deploy/compose/secrets-folder

compose-check: install ## build the image and run docker compose on a Docker engine of its own (Linux, as root)
	@tools/install/tools nats-server promtool k6 >/dev/null && for tool in postgres-exporter postgres-clients hadolint; do tools/install/ops-tool $$tool >/dev/null || exit $$?; done; exec $(NODE) tools/compose/main.ts

node-check: install ## install the platform on a real Kubernetes node, upgrade and restart it and let its stores fail, under load (Linux, as root); CHECKS=… for some
	@exec $(NODE) tools/node/main.ts $(CHECKS)

clean: ## remove what types, tests and tools left in the tree (never .data)
	rm -rf .types .cache .test dist
