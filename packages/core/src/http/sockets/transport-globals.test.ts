import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { expect, it } from 'vitest'

const PROGRAM = join(import.meta.dirname, '__fixtures__/host-program.ts')

it.each(['fetch first', 'transport first'])(
  'does not change fetch and undici of the host program: %s',
  async (when) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...RUN_SOURCES, PROGRAM, when])
    expect(JSON.parse(stdout)).toEqual({
      same: { imported: true, used: true, fetch: true, names: true },
      transport: 'us',
      fetch: 'node',
      undici: 'nobody',
    })
  },
)
