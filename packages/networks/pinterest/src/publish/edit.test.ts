import { aReceipt, aReconcileCall } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { readSettings } from '../options.js'
import { pinterest } from '../platform.js'
import { findEdit } from './edit.js'
import { printOfField } from './receipt.js'

const PIN = { id: '7', description: 'd', title: 't', link: 'https://a.example', alt_text: 'a', board_id: '1' }

it.each(['description', 'title', 'link', 'alt_text', 'board_id', 'board_section_id'])(
  'a change of %s whose response was lost is found only when the pin contains it',
  async (field) => {
    const query = (value: string) => {
      const call = aReconcileCall({
        platform: pinterest(),
        connection: anAccount(),
        operation: 'editPost',
        replies: { 'GET /v5/pins/7': { ...PIN, [field]: value } },
      })
      const data = { pinId: '7', prints: { [field]: printOfField('9') } }
      return findEdit(aReceipt({ platform: 'pinterest', data }), readSettings({}), call)
    }

    expect(await query('9')).toMatchObject({ state: 'FOUND', result: { id: '7' } })
    expect(await query('8')).toEqual({ state: 'UNKNOWN' })
  },
)
