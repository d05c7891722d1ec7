import { preset } from '@social-internal/testing/tsup'
import { defineConfig } from 'tsup'

// Built in, so that installing adds no package: docs/decisions/0005-html-parser.md, THIRD-PARTY-NOTICES.
export default defineConfig(preset({ foreign: ['parse5'] }))
