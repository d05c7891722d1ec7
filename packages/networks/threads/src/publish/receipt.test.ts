import { keepsWhatWasSent } from '@social-internal/meta-tests/receipt-trial'

import { NOTHING, readSaved, sentData } from './receipt.js'

keepsWhatWasSent({
  NOTHING,
  readSaved,
  sentData,
  sent: { text: 'Cake', replyTo: '9', shownAs: 'VIDEO' },
  kept: { replyTo: '9', shownAs: 'VIDEO' },
})
