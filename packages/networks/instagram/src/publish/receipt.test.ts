import { keepsWhatWasSent } from '../../../../kits/meta/src/__fixtures__/receipt-trial.js'
import { NOTHING, readSaved, sentData } from './receipt.js'

keepsWhatWasSent({
  NOTHING,
  readSaved,
  sentData,
  sent: { way: 'STORY', words: 'Cake' } as const,
  kept: { way: 'STORY', on: null },
})
