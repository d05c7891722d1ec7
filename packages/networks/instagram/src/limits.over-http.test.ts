import { heedsUsage } from '@social-internal/meta-tests/usage-trial'

import { usingEmulator } from './__fixtures__/at-emulator.js'

heedsUsage(usingEmulator)
