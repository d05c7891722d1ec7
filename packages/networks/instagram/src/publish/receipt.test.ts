import { keepsWhatWasSent } from '../../../../kits/meta/src/__fixtures__/receipt-trial.js'
import { NOTHING, readKept, sentData } from './receipt.js'

keepsWhatWasSent({
  NOTHING,
  readKept,
  sentData,
  sent: { way: 'STORY', words: 'Cake' } as const,
  kept: { way: 'STORY', on: null },
})
