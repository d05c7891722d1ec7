import { joinRace } from '../join-race.js'
import { carelessStores, type Mistake } from './careless-stores.js'

// A process with defective stores.
joinRace((location) => {
  const { folder, mistake } = location as { readonly folder: string; readonly mistake: Mistake } // only the test writes it
  return carelessStores(folder, mistake)
})
