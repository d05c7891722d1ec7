import type { Shape } from '../wire/shape.js'

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

const ADDRESS = {
  fields: {
    regionCode: 'text',
    languageCode: 'text',
    postalCode: 'text',
    sortingCode: 'text',
    administrativeArea: 'text',
    locality: 'text',
    sublocality: 'text',
    addressLines: { listOf: 'text' },
    recipients: { listOf: 'text' },
    organization: 'text',
    revision: 'integer',
  },
} as const satisfies Shape

const DATE = { fields: { year: 'integer', month: 'integer', day: 'integer' } } as const satisfies Shape
const TIME = {
  fields: { hours: 'integer', minutes: 'integer', seconds: 'integer', nanos: 'integer' },
} as const satisfies Shape
const HOURS = {
  fields: {
    periods: {
      listOf: {
        fields: { openDay: { oneOf: DAYS }, openTime: TIME, closeDay: { oneOf: DAYS }, closeTime: TIME },
      },
    },
  },
} as const satisfies Shape
const CATEGORY = { fields: { name: 'text', displayName: 'text' } } as const satisfies Shape
const RELATED = {
  fields: {
    placeId: 'text',
    relationType: { oneOf: ['DEPARTMENT_OF', 'INDEPENDENT_ESTABLISHMENT_IN'] },
  },
} as const satisfies Shape

/**
 * Fields of a location that a request can change.
 * https://developers.google.com/my-business/reference/businessinformation/rest/v1/accounts.locations
 * (copy of 2026)
 */
export const WRITABLE_FIELDS = {
  title: 'text',
  storeCode: 'text',
  phoneNumbers: { fields: { primaryPhone: 'text', additionalPhones: { listOf: 'text' } } },
  categories: { fields: { primaryCategory: CATEGORY, additionalCategories: { listOf: CATEGORY } } },
  storefrontAddress: ADDRESS,
  websiteUri: 'text',
  regularHours: HOURS,
  specialHours: {
    fields: {
      specialHourPeriods: {
        listOf: {
          fields: { startDate: DATE, openTime: TIME, endDate: DATE, closeTime: TIME, closed: 'boolean' },
        },
      },
    },
  },
  moreHours: {
    listOf: { fields: { hoursTypeId: 'text', periods: HOURS.fields.periods } },
  },
  serviceArea: {
    fields: {
      businessType: { oneOf: ['CUSTOMER_LOCATION_ONLY', 'CUSTOMER_AND_BUSINESS_LOCATION'] },
      places: { fields: { placeInfos: { listOf: { fields: { placeId: 'text', placeName: 'text' } } } } },
      regionCode: 'text',
    },
  },
  serviceItems: {
    listOf: {
      fields: {
        price: { fields: { currencyCode: 'text', units: 'text', nanos: 'integer' } },
        structuredServiceItem: { fields: { serviceTypeId: 'text', description: 'text' } },
        freeFormServiceItem: {
          fields: {
            category: 'text',
            label: { fields: { displayName: 'text', description: 'text', languageCode: 'text' } },
          },
        },
      },
    },
  },
  labels: { listOf: 'text' },
  adWordsLocationExtensions: { fields: { adPhone: 'text' } },
  latlng: { fields: { latitude: 'number', longitude: 'number' } },
  openInfo: {
    fields: {
      status: { oneOf: ['OPEN', 'CLOSED_PERMANENTLY', 'CLOSED_TEMPORARILY'] },
      openingDate: DATE,
      canReopen: 'boolean',
    },
  },
  profile: { fields: { description: 'text' } },
  relationshipData: {
    fields: { parentLocation: RELATED, childrenLocations: { listOf: RELATED }, parentChain: 'text' },
  },
} as const satisfies Readonly<Record<string, Shape>>

/** All fields of a location, including the read-only ones. */
export const LOCATION: Shape = {
  fields: {
    ...WRITABLE_FIELDS,
    name: 'text',
    languageCode: 'text',
    metadata: {
      fields: {
        hasGoogleUpdated: 'boolean',
        hasPendingEdits: 'boolean',
        canDelete: 'boolean',
        hasVoiceOfMerchant: 'boolean',
        placeId: 'text',
        mapsUri: 'text',
        newReviewUri: 'text',
      },
    },
  },
}

/** Fields of a postal address. A verification uses the same fields. */
export const POSTAL_ADDRESS: Shape = ADDRESS
