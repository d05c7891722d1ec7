import { joinRace } from '../join-race.js'
import { carelessStores, type Mistake } from './careless-stores.js'

// A process whose stores make one mistake.
joinRace((location) => {
  const { folder, mistake } = location as { readonly folder: string; readonly mistake: Mistake } // the test is the only writer
  return carelessStores(folder, mistake)
})
