import { preset } from '@social-internal/testing/tsup'
import { defineConfig } from 'tsup'

export default defineConfig(preset())
