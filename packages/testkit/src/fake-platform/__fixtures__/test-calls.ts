import { makePerson } from '@social/core/platform'

import { aCall, type TestCall } from '../../calls/a-call.js'
import { aPublishCall, type TestPublishCall } from '../../calls/a-publish-call.js'
import type { FakePlatform } from '../fake-platform.js'

export const ana = makePerson({ id: 'ana' })

export const callOf = (platform: FakePlatform<string>): TestCall =>
  aCall({ platform, connection: platform.connection() })

export const publishCallOf = (platform: FakePlatform<string>, idempotencyKey = 'key-1'): TestPublishCall =>
  aPublishCall({ platform, connection: platform.connection(), idempotencyKey })

export const textsOf = (items: readonly { readonly text: string }[]): readonly string[] =>
  items.map(({ text }) => text)

export const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id)
