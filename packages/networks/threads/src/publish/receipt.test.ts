import { keepsWhatWasSent } from '../../../../kits/meta/src/__fixtures__/receipt-trial.js'
import { NOTHING, readSaved, sentData } from './receipt.js'

keepsWhatWasSent({
  NOTHING,
  readSaved,
  sentData,
  sent: { text: 'Cake', replyTo: '9', shownAs: 'VIDEO' },
  kept: { replyTo: '9', shownAs: 'VIDEO' },
})
