import { expect, it } from 'vitest'

import { LONGEST, only, outcomes } from './__fixtures__/outcomes.js'
import { WRONG } from './__fixtures__/wrong-platforms.js'

// Runs the slowest check on each defective platform. `platform-checks.test.ts` runs all other
// checks.
it.each(WRONG.filter(([check]) => check !== LONGEST))(
  'the longest check passes on a platform that breaks "%s"',
  async (_check, broken) => {
    const results = await outcomes(broken, (name) => name === LONGEST)

    expect(only(results, 'failed')).toEqual(new Map())
  },
)
