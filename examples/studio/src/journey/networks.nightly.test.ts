import { describe } from 'vitest'

import { PATIENCE_MS, PHONE, WIDE, executablePath } from './browser.js'
import { walkEveryNetwork } from './every-network.js'

describe.skipIf(executablePath === null)(
  'every network, on the other screen',
  { timeout: PATIENCE_MS },
  () => {
    walkEveryNetwork([WIDE, PHONE])
  },
)
