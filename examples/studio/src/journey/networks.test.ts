import { describe } from 'vitest'

import { executablePath, PHONE, WIDE } from './browser.js'
import { walkEveryNetwork } from './every-network.js'

describe.skipIf(executablePath === null)(
  'every network, through the page and by the keyboard',
  { timeout: 120_000 },
  () => {
    walkEveryNetwork([PHONE, WIDE])
  },
)
