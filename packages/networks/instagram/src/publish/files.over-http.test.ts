import { fetchesFiles } from '@social-internal/meta-tests/files-trial'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

fetchesFiles(usingEmulator)
