import { preset } from '@social-internal/testing/tsup'
import { defineConfig } from 'tsup'

// `parse5` is bundled, so that the installation adds no package:
// docs/decisions/0005-html-parser.md, THIRD-PARTY-NOTICES.
export default defineConfig(preset({ foreign: ['parse5'] }))
