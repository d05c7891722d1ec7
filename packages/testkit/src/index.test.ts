import { describe, expect, it } from 'vitest'

import * as kit from './index.js'

describe('the entry point of the kit', () => {
  // Holds R-0511.
  it('has the doubles, recorders and checks that are promised', () => {
    const promised = [
      kit.FakePlatform,
      kit.RecordingStorage,
      kit.RecordingTransport,
      kit.StorageCall,
      kit.PlatformChecks,
      kit.FakeClock,
      kit.StorageChecks,
      kit.aCall,
      kit.aPublishCall,
      kit.aConnection,
      kit.aPost,
    ]

    expect(promised.map((one) => typeof one)).toEqual(promised.map(() => 'function'))
  })
})
