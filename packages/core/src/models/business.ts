import type { RawData } from '../errors/index.js'

/** A place of business as Google Business Profile knows it. */
export interface BusinessLocation {
  /** Id of the location at the network. */
  readonly id: string
  readonly name: string
  /** The primary phone number, as the network writes it. */
  readonly phone: string | null
  /** In the network's own shape. */
  readonly address: RawData
  /** What kind of business it is, the primary category first. */
  readonly categories: readonly string[]
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}

/** One way to prove that a listing is one's own. */
export interface VerificationOption {
  /** The network's own word: `PHONE_CALL`, `EMAIL`, `MAIL`. */
  readonly method: string
  /** What to show the person, in the network's own shape. */
  readonly displayData: RawData
}

/** A verification under way or done. */
export interface Verification {
  readonly id: string
  readonly method: string
  /** The network's own word. */
  readonly state: string
  /** The network's untouched reply. Hidden when printed. */
  readonly raw: RawData
}
