import { appendFileSync, existsSync } from 'node:fs'

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns the path of Chromium on this machine, or null if Chromium is not installed. Tests that
 * need Chromium are then skipped, and `npm test` lists them.
 */
export function findBrowser(): string | null {
  const path = PLACES.find((place) => place !== undefined && existsSync(place))
  if (path !== undefined) return path
  const skipped =
    'the journey through the demo page: no Chromium here. Debian: apt-get install -y --no-install-recommends chromium; elsewhere set CHROMIUM_PATH'
  const report = process.env['LEFT_OUT_FILE']
  if (report === undefined) console.warn(`left out: ${skipped}`)
  else appendFileSync(report, `${skipped}\n`)
  return null
}
