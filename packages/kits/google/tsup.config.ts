import { defineConfig } from 'tsup'

import { preset } from '../../../tooling/tsup.js'

export default defineConfig(preset())
