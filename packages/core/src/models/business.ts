import type { RawData } from '../errors/index.js'

/** Location of a business in Google Business Profile. */
export interface BusinessLocation {
  /** Id of the location at the network. */
  readonly id: string
  readonly name: string
  /** Primary phone number, in the format of the network. */
  readonly phone: string | null
  /** Address, in the format of the network. */
  readonly address: RawData
  /** Business categories, the primary category first. */
  readonly categories: readonly string[]
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Available method of verifying a business location. */
export interface VerificationOption {
  /** Method as named by the network: `PHONE_CALL`, `EMAIL`, `MAIL`. */
  readonly method: string
  /** Data to display to the person, in the format of the network. */
  readonly displayData: RawData
}

/** Verification in progress or completed. */
export interface Verification {
  readonly id: string
  readonly method: string
  /** State as reported by the network. */
  readonly state: string
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}
