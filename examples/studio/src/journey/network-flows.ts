import { sampleJpegHead, samplePng } from '@social/emulator'
import { WITH_MESSAGES } from '@social/emulator/bluesky'
import type { Locator, Page } from 'playwright-core'

import { drop, FILM, SQUARE } from './browser.js'

/** Actions that a test performs at one network, through the page and with the keyboard. */
export interface NetworkFlow {
  readonly name: string
  readonly displayName: string
  /**
   * File that every post of the network requires. Undefined if the network allows text-only posts.
   */
  readonly file?: Parameters<typeof drop>[2]
  /**
   * Values of the fields that only this network has, by label. Text is typed, and choices are
   * selected.
   */
  readonly fields?: Readonly<Record<string, string>>
  /** False if the network does not support posts. */
  readonly publishes?: boolean
  /** Label of the state that a published post reaches. */
  readonly ends?: string
  /**
   * Button that triggers an event, and the text of the resulting update in the inbox. Undefined if
   * the network has no such button.
   */
  readonly happening?: readonly [button: string, updateText: string]
  /** Buttons to press on the update, each with the label that the button has afterwards. */
  readonly deeds?: readonly (readonly [button: string, after: string])[]
  /** True if the test answers the update. */
  readonly answers?: boolean
  /** True if the network can delete a published post. */
  readonly deletes?: boolean
}

const COMMENT = ['Someone comments', 'commented'] as const
const HIDES = ['Hide', 'Show again'] as const
/** Bytes appended to a small picture, because Google refuses pictures below 10 kB. */
const FILLING = new Uint8Array(20_000)
const JPEG = { name: 'cake.jpg', type: 'image/jpeg', bytes: sampleJpegHead(1080, 1080) }
const BREAD = {
  name: 'bread.png',
  type: 'image/png',
  bytes: Buffer.concat([samplePng(400, 300), FILLING]),
}

/** Test data for all networks of the studio. */
export const FLOWS: readonly NetworkFlow[] = [
  {
    name: 'mastodon',
    displayName: 'Mastodon',
    file: SQUARE,
    fields: { Visibility: 'Quiet public' },
    happening: COMMENT,
    deeds: [
      ['Like', 'Liked'],
      ['Share', 'Shared'],
    ],
    answers: true,
    deletes: true,
  },
  {
    name: 'bluesky',
    displayName: 'Bluesky',
    file: SQUARE,
    happening: COMMENT,
    deeds: [['Like', 'Liked']],
    answers: true,
    deletes: true,
  },
  {
    name: 'youtube',
    displayName: 'YouTube',
    file: FILM,
    fields: { Title: 'Baking bread', 'Made for kids': 'No', Category: 'Howto & Style' },
    happening: COMMENT,
    answers: true,
  },
  {
    name: 'tiktok',
    displayName: 'TikTok',
    file: FILM,
    fields: { Destination: 'Profile', Audience: 'Only me' },
  },
  {
    name: 'pinterest',
    displayName: 'Pinterest',
    file: SQUARE,
    fields: { Board: 'Chairs', Title: 'A square' },
    deletes: true,
  },
  {
    name: 'x',
    displayName: 'X',
    happening: ['Someone comments', 'mentioned you'],
    answers: true,
    deletes: true,
  },
  {
    name: 'facebook',
    displayName: 'Facebook',
    file: SQUARE,
    happening: COMMENT,
    deeds: [HIDES],
    answers: true,
    deletes: true,
  },
  {
    name: 'instagram',
    displayName: 'Instagram',
    file: JPEG,
    happening: COMMENT,
    deeds: [HIDES],
    answers: true,
  },
  { name: 'threads', displayName: 'Threads', happening: COMMENT, answers: true, deletes: true },
  {
    name: 'tiktok_business',
    displayName: 'TikTok Business',
    publishes: false,
    happening: COMMENT,
    deeds: [HIDES],
    answers: true,
  },
  {
    name: 'google_business',
    displayName: 'Google Business Profile',
    file: BREAD,
    fields: { Button: 'Learn more', 'Link of the button': 'https://bakery.example/' },
    happening: ['Someone reviews you', 'wrote a review'],
    answers: true,
    deletes: true,
  },
]

/** Focuses a button and presses it with the keyboard. */
export async function press(button: Locator, key = 'Enter'): Promise<void> {
  await button.focus()
  await button.press(key)
}

/** Signs in through the page and through the pages and forms of the network. */
export async function signInByPage(page: Page, { name, displayName }: NetworkFlow): Promise<void> {
  const connect = page.getByRole('button', { name: 'Connect an account' })
  const network = page.getByRole('combobox', { name: 'Network', exact: true })
  await connect.or(network).first().waitFor()
  if (await connect.isVisible()) await press(connect)
  await network.selectOption(name)
  await press(page.getByRole('button', { name: 'Sign in', exact: true }))
  const approve = page.locator('[name="decision"][value="approve"]')
  const password = page.getByLabel('App password')
  await approve.or(password).waitFor()
  if (await password.isVisible()) {
    await page.getByLabel('Handle').fill('ada.bsky.test')
    await password.fill(WITH_MESSAGES)
    await password.press('Enter')
  } else await press(approve)
  const card = page.getByRole('listitem', { name: new RegExp(`, ${displayName}$`) })
  const choice = page.getByRole('radio').first()
  await card.or(choice).first().waitFor()
  if (await choice.isVisible()) {
    await choice.press('Space')
    await choice.press('Enter')
  }
  await card.getByText('Works').waitFor()
}

/**
 * Fills the fields that only this network has. Optional fields are in the section "more options".
 */
async function fillFields(part: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  const head = part.locator('.part-head')
  if ((await head.getAttribute('aria-expanded')) === 'false') await press(head)
  for (const [label, value] of Object.entries(fields)) {
    const named = { name: label, exact: true, includeHidden: true } as const
    const choice = part.getByRole('combobox', named)
    const field = choice.or(part.getByRole('textbox', named))
    await field.waitFor({ state: 'attached' })
    // The page also opens this section itself if the check refuses one of its fields. A click on an
    // open section would close it.
    for (let attempts = 0; attempts < 60 && !(await field.isVisible()); attempts += 1) {
      await press(part.locator('summary'))
      await field.waitFor({ timeout: 1000 }).catch(() => undefined)
    }
    await ((await choice.count()) > 0 ? field.selectOption({ label: value }) : field.fill(value))
  }
}

/** Writes and publishes a post for one network. Returns the row that shows the post. */
export async function publishByPage(page: Page, flow: NetworkFlow, text: string): Promise<Locator> {
  const { displayName, file, fields = {} } = flow
  await press(page.getByRole('link', { name: 'Compose' }))
  const field = page.getByLabel('New post')
  await field.fill(text)
  for (const box of await page.locator('.picks').getByRole('checkbox').all()) {
    const isWanted = (await box.locator('..').textContent())?.endsWith(displayName) === true
    if ((await box.isChecked()) !== isWanted) await press(box, 'Space')
  }
  if (file !== undefined) await drop(page, '.composer', file)
  await fillFields(page.getByRole('region', { name: new RegExp(`, ${displayName}$`) }), fields)
  await page.getByText('Ready for 1 account').waitFor()
  await field.press('Control+Enter')
  await page.waitForURL('**/posts')
  const row = page
    .getByRole('listitem')
    .filter({ hasText: text })
    .getByRole('listitem', { name: new RegExp(`, ${displayName}$`) })
  await row.getByText(flow.ends ?? 'Published', { exact: true }).waitFor()
  return row
}

async function answer(page: Page, card: Locator): Promise<void> {
  await card.getByRole('textbox').fill('Thank you!')
  await card.getByRole('textbox').press('Enter')
  const shown = card.locator('.answer')
  await shown.or(page.locator('.notice')).first().waitFor()
  if (!(await shown.isVisible())) throw new Error((await page.locator('.notices').textContent()) ?? '')
}

/** Triggers an event at the network and performs the supported actions on the resulting update. */
export async function answerByPage(page: Page, flow: NetworkFlow): Promise<void> {
  const { displayName, happening, deeds = [], answers = false } = flow
  if (happening === undefined) return
  await press(page.getByRole('link', { name: /^Inbox/ }))
  const [button, updateText] = happening
  const at = page.getByRole('combobox', { name: 'At', exact: true })
  const option = at.getByRole('option', { name: new RegExp(`· ${displayName}$`) })
  await at.selectOption({ label: (await option.textContent()) ?? '' })
  await press(page.getByRole('button', { name: button }))
  const card = page
    .locator('.update')
    .filter({ hasText: updateText })
    .filter({ hasText: displayName })
    .first()
  await card.waitFor()
  if (answers) await answer(page, card)
  // The answer comes before the other actions, because some networks refuse answers to a hidden
  // comment.
  for (const [before, after] of deeds) {
    await press(card.getByRole('button', { name: before, exact: true }))
    await card.getByRole('button', { name: after, exact: true }).waitFor()
  }
}

/** Deletes the published post if the network supports it. Returns the number of delete buttons. */
export async function takeBackByPage(page: Page, text: string): Promise<number> {
  const group = page.getByRole('listitem').filter({ hasText: text })
  const remove = group.getByRole('button', { name: 'Delete' })
  const count = await remove.count()
  if (count > 0) {
    await press(remove)
    await group.first().waitFor({ state: 'detached' })
  }
  return count
}
