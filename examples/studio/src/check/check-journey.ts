import type { ServerOptions } from '../server/studio.js'
import { journey } from './journey.js'
import { ThrowawayStudio } from './throwaway-studio.js'

/**
 * Runs the whole journey without a browser and prints each step. Returns true if every step
 * succeeded.
 */
export async function checkJourney(pageFolder: string, servers: ServerOptions): Promise<boolean> {
  const begun = performance.now()
  const studio = await ThrowawayStudio.start(pageFolder, servers)
  const upSeconds = (performance.now() - begun) / 1000
  let step = `start the studio (${upSeconds.toFixed(1)} s until the server was up)`
  try {
    for await (const next of journey(studio)) {
      console.log(`✓ ${step}`)
      step = next
    }
    console.log(`✓ ${step}`)
    return true
  } catch (error) {
    console.log(`✗ ${step}`)
    console.error(error)
    return false
  } finally {
    await studio.remove()
  }
}
