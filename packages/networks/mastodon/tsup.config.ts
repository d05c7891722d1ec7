import { defineConfig } from 'tsup'

import { preset } from '../../../tooling/tsup.js'

// Built in, so that installing adds no package: docs/decisions/0005-html-parser.md, THIRD-PARTY-NOTICES.
export default defineConfig(preset({ foreign: ['parse5'] }))
