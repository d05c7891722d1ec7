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

/** Folder of the built page. `pnpm run build` creates it. */
const PAGE = fileURLToPath(new URL('../../dist/page', import.meta.url))
/** Folder of the screenshots. Git ignores it. */
const REPORTS = fileURLToPath(new URL('../../../../reports/studio', import.meta.url))
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
]

/**
 * Timeout of a single wait on the page. Long enough for a busy machine, because only a failed test
 * waits this long.
 */
const WAIT_MS = 60_000
/** Timeout of a test with a whole journey. */
export const PATIENCE_MS = 300_000
/** Options for assertions that are repeated until they succeed. */
export const POLL = { timeout: WAIT_MS } as const

/** Browser settings with the screen of a phone. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
/** Browser settings with a large screen. */
export const WIDE: BrowserContextOptions = { viewport: { width: 1600, height: 1000 } }

/** Path of the Chromium browser. Null if Chromium is not installed, which skips the journeys. */
export const executablePath = findBrowser()

/** File that a test drops on the page. */
interface Dropped {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** Very small picture. */
export const SQUARE: Dropped = { name: 'square.png', type: 'image/png', bytes: PICTURE }
/** Very short video. */
export const FILM: Dropped = { name: 'film.mp4', type: 'video/mp4', bytes: sampleMp4() }

/** Drops a file on an element, like a person who drags the file from the desktop. */
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

/** Returns the accessibility violations that axe finds on the current page. */
export async function violations(page: Page): Promise<readonly string[]> {
  // The script is evaluated because the page's Content-Security-Policy forbids inline script tags.
  await page.evaluate(axe.source)
  const found = await page.evaluate<{ violations: readonly Violation[] }>('axe.run()')
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Returns the accessibility violations in the light and in the dark theme. */
export async function violationsInBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violations(page)).map((one) => `${colorScheme}: ${one}`))
  }
  return found
}

/** Members of a running studio that a journey uses. */
type AnyStudio = Pick<ThrowawayStudio, 'url' | 'restart' | 'remove'>

/** Studio with an open browser. Records the errors in the page's console. */
export class Journey {
  readonly studio: AnyStudio
  /** Errors that the page wrote to the console. */
  readonly problems: string[] = []
  readonly #browser: Browser

  private constructor(studio: AnyStudio, browser: Browser) {
    this.studio = studio
    this.#browser = browser
  }

  static async start(): Promise<Journey> {
    return Journey.on(await ThrowawayStudio.start(PAGE))
  }

  /** Opens a browser on a running studio. */
  static async on(studio: AnyStudio): Promise<Journey> {
    return new Journey(
      studio,
      await chromium.launch({ executablePath: executablePath ?? '', args: ARGUMENTS }),
    )
  }

  /** Returns an HTTP client of the studio. Tests use this client to prepare state. */
  get visitor(): Visitor {
    return new Visitor(this.studio.url)
  }

  /** Signs in to networks over HTTP instead of through the page. Returns the account ids. */
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
    page.on('pageerror', (error) => this.problems.push(String(error)))
    page.on('console', (message) => {
      // Only errors on the studio's page count, because the emulator's pages are not under test.
      const isOurs = message.location().url.startsWith(this.studio.url)
      if (message.type() === 'error' && isOurs) this.problems.push(message.text())
    })
    await page.goto(this.studio.url + address)
    return page
  }

  /** Saves a screenshot of the page. */
  async shoot(page: Page, name: string): Promise<void> {
    mkdirSync(REPORTS, { recursive: true })
    await page.screenshot({ path: join(REPORTS, `${name}.png`) })
  }

  /** Saves a measurement next to the screenshots. */
  note(what: string, figure: number): void {
    mkdirSync(REPORTS, { recursive: true })
    appendFileSync(join(REPORTS, 'figures.txt'), `${new Date().toISOString()} ${what}: ${figure}\n`)
  }

  /** Closes the browser. The studio continues to run. */
  async close(): Promise<void> {
    await this.#browser.close()
  }

  async end(): Promise<void> {
    await this.close()
    await this.studio.remove()
  }
}
