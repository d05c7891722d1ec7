import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { sampleMp4 } from '@social/emulator'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

import { PICTURE } from '../check/samples.js'
import { signInAnywhere } from '../check/sign-in-anywhere.js'
import { ThrowawayStudio } from '../check/throwaway-studio.js'
import { Visitor } from '../check/visitor.js'
import { findBrowser } from './find-browser.js'

/** Built by `pnpm run build`. */
const PAGE = fileURLToPath(new URL('../../dist/page', import.meta.url))
/** Screenshots are kept here; nothing in it is checked in. */
const REPORTS = fileURLToPath(new URL('../../../../reports/studio', import.meta.url))
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
]

/** A wait on the page. Only what went wrong takes so long, also where other tests have the machine. */
const WAIT_MS = 60_000
/** A whole journey, with many such waits. */
export const PATIENCE_MS = 300_000
/** What is looked at again and again. */
export const POLL = { timeout: WAIT_MS } as const

/** A phone. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
/** A big screen. */
export const WIDE: BrowserContextOptions = { viewport: { width: 1600, height: 1000 } }

/** Where Chromium is; null where there is none, and then the journeys are left out. */
export const executablePath = findBrowser()

/** A file on somebody's desktop. */
interface Dropped {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A very small picture. */
export const SQUARE: Dropped = { name: 'square.png', type: 'image/png', bytes: PICTURE }
/** A very short film. */
export const FILM: Dropped = { name: 'film.mp4', type: 'video/mp4', bytes: sampleMp4() }

/** Drops a file on an element, as somebody would from their desktop. */
export async function drop(page: Page, selector: string, { name, type, bytes }: Dropped): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], '${name}', { type: '${type}' }))
    return data
  })()`)
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer })
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** What axe finds wrong with a page as it is now. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Not as a script tag: the page's own policy forbids those.
  await page.evaluate(axe.source)
  const found = await page.evaluate<{ violations: readonly Violation[] }>('axe.run()')
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** What axe finds in light and in dark. */
export async function violationsInBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page)).map((one) => `${colorScheme}: ${one}`))
  }
  return found
}

/** A studio that runs somewhere. */
type AnyStudio = Pick<ThrowawayStudio, 'url' | 'restart' | 'remove'>

/** A studio, a browser on it, and what goes wrong in there. */
export class Journey {
  readonly studio: AnyStudio
  /** What the page's console complained of. */
  readonly problems: string[] = []
  readonly #browser: Browser

  private constructor(studio: AnyStudio, browser: Browser) {
    this.studio = studio
    this.#browser = browser
  }

  static async start(): Promise<Journey> {
    return Journey.on(await ThrowawayStudio.start(PAGE))
  }

  /** Opens a browser on a studio that runs. */
  static async on(studio: AnyStudio): Promise<Journey> {
    return new Journey(
      studio,
      await chromium.launch({ executablePath: executablePath ?? '', args: ARGUMENTS }),
    )
  }

  /** Somebody who uses the studio over HTTP, to get ready what a journey is not about. */
  get visitor(): Visitor {
    return new Visitor(this.studio.url)
  }

  /** Signs in to networks without the page. Gives the accounts' ids. */
  async signIn(...networks: readonly string[]): Promise<readonly string[]> {
    const ids: string[] = []
    for (const network of networks) ids.push(await signInAnywhere(this.visitor, network))
    return ids
  }

  async open(address = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    page.on('pageerror', (error) => this.problems.push(error.message))
    page.on('console', (message) => {
      // What the emulator's own pages lack is not the studio's problem.
      const isOurs = message.location().url.startsWith(this.studio.url)
      if (message.type() === 'error' && isOurs) this.problems.push(message.text())
    })
    await page.goto(this.studio.url + address)
    return page
  }

  /** Keeps a picture of the page among the reports. */
  async shoot(page: Page, name: string): Promise<void> {
    mkdirSync(REPORTS, { recursive: true })
    await page.screenshot({ path: join(REPORTS, `${name}.png`) })
  }

  /** Keeps a figure beside the screenshots. */
  note(what: string, figure: number): void {
    mkdirSync(REPORTS, { recursive: true })
    appendFileSync(join(REPORTS, 'figures.txt'), `${new Date().toISOString()} ${what}: ${figure}\n`)
  }

  /** Ends the browser alone. */
  async close(): Promise<void> {
    await this.#browser.close()
  }

  async end(): Promise<void> {
    await this.close()
    await this.studio.remove()
  }
}
