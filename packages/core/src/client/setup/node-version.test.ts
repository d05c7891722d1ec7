import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { assertNode } from './node-version.js'

describe('the version of Node', () => {
  it.each(['18.20.8', '20.20.2', '21.7.3', '22.0.0', '22.18.9'])(
    'refuses %s, and requests an update',
    (version) => {
      expect(() => assertNode(version)).toThrow(ConfigError)
      expect(() => assertNode(version)).toThrow(
        `@social/core requires Node 22.19 or later; this is Node ${version}. Update Node.`,
      )
    },
  )

  it.each(['22.19.0', '22.20.1', '23.0.0', '24.21.0', '100.0.0', undefined, 'unknown'])(
    'accepts %s',
    (version) => {
      expect(() => assertNode(version)).not.toThrow()
    },
  )
})
