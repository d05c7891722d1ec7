import { describe } from 'vitest'

import { PATIENCE_MS, PHONE, WIDE, executablePath } from './browser.js'
import { walkEveryNetwork } from './every-network.js'

describe.skipIf(executablePath === null)(
  'every network, through the page and by the keyboard',
  { timeout: PATIENCE_MS },
  () => {
    walkEveryNetwork([PHONE, WIDE])
  },
)
