import { describe } from 'vitest'

import { executablePath, PHONE, WIDE } from './browser.js'
import { walkEveryNetwork } from './every-network.js'

describe.skipIf(executablePath === null)('every network, on the other screen', { timeout: 120_000 }, () => {
  walkEveryNetwork([WIDE, PHONE])
})
