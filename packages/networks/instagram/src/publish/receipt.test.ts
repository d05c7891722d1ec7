import { keepsWhatWasSent } from '@social-internal/meta-tests/receipt-trial'

import { NOTHING, readSaved, sentData } from './receipt.js'

keepsWhatWasSent({
  NOTHING,
  readSaved,
  sentData,
  sent: { way: 'STORY', text: 'Cake' } as const,
  kept: { way: 'STORY', on: null },
})
