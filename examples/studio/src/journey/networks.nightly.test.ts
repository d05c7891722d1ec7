import { describe } from 'vitest'

import { PATIENCE_MS, PHONE, WIDE, executablePath } from './browser.js'
import { walkEveryNetwork } from './every-network.js'

describe.skipIf(executablePath === null)('every network, on both screens', { timeout: PATIENCE_MS }, () => {
  describe('first on a phone', () => {
    walkEveryNetwork([PHONE, WIDE])
  })
  describe('first on a wide screen', () => {
    walkEveryNetwork([WIDE, PHONE])
  })
})
