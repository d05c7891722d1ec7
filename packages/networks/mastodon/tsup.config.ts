import { defineConfig } from 'tsup'

import { preset } from '../../../tooling/tsup.js'

export default defineConfig({
  ...preset(),
  // Built in, so that installing adds no package: docs/decisions/0005-html-parser.md, THIRD-PARTY-NOTICES.
  noExternal: ['parse5'],
})
