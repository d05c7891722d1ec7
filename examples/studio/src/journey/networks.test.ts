import { describe } from 'vitest'

import { PATIENCE_MS, PHONE, WIDE, executablePath } from './browser.js'
import { walkEveryNetwork } from './every-network.js'
import { FLOWS } from './network-flows.js'

/**
 * One network for each kind of sign-in and upload: a server per account, a form, a page choice, and
 * a video. `npm run nightly` visits all networks on both screens.
 */
const VISITED = new Set(['mastodon', 'bluesky', 'youtube', 'facebook'])

describe.skipIf(executablePath === null)(
  'networks, through the page and by the keyboard',
  { timeout: PATIENCE_MS },
  () => {
    walkEveryNetwork(
      [PHONE, WIDE],
      FLOWS.filter(({ name }) => VISITED.has(name)),
    )
  },
)
