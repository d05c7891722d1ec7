import { joinRace } from '../join-race.js'
import { carelessStores, type Mistake } from './careless-stores.js'

// Runs in a separate process: competes in the store checks with stores that have a deliberate
// defect.
joinRace((location) => {
  const { folder, mistake } = location as { readonly folder: string; readonly mistake: Mistake } // safe cast: only the test sets the location, always with these two fields
  return carelessStores(folder, mistake)
})
