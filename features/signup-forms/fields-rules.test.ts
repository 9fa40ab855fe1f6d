import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answeringLimits } from './answering-contract'
import type { FormField, SubmittedAnswer } from './fields-contract'
import {
  answerErrors,
  answerLimits,
  answerText,
  chooseOption,
  cleanAnswers,
  fieldErrors,
  isChosen,
  moveField,
  newFields,
  shownFields,
  withoutEmptyEnd,
} from './fields-rules'
import { fieldKinds, fieldLimits } from './kind-rules'
import { answersFor, buildField } from './testing/field-factory'

const locked = newFields()
const drink = buildField({ id: 'drink', kind: 'dropdown', options: ['Coffee', 'Tea'] })
const asks = (...fields: FormField[]) => [...locked, ...fields]
const texts = (fields: FormField[]) => fieldErrors(fields).map(({ fieldId, text }) => `${fieldId}: ${text}`)
const answer = (fieldId: string, value: string): SubmittedAnswer => ({ fieldId, value })
const given = answersFor('ana@venue.test')

/** Any fields of a builder: complete, incomplete, with arbitrary conditions. */
const anyFields = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...fieldKinds),
      required: fc.boolean(),
      options: fc.subarray(['A', 'B', 'C']),
      several: fc.constantFrom(undefined, true as const),
      asks: fc.option(fc.record({ index: fc.nat(12), equals: fc.constantFrom('A', 'B', 'X') }), { nil: null }),
    }),
    { maxLength: 12 },
  )
  .map((drafts) =>
    drafts.map(({ asks: condition, ...draft }, index) =>
      buildField({
        ...draft,
        id: `f${index}`,
        showWhen: condition && { fieldId: `f${condition.index}`, equals: condition.equals },
      }),
    ),
  )
const anyAnswers = fc.array(
  fc.record({
    fieldId: fc.nat(13).map((index) => `f${index}`),
    value: fc.constantFrom('A', 'B', 'C', '', 'other', 'B\nA', 'A\nX\nA'),
  }),
)

describe('publishing errors', () => {
  it('are empty for a new form', () => {
    expect(fieldErrors(newFields())).toEqual([])
    expect(fieldErrors(asks(drink, buildField({ id: 'photo', kind: 'image' })))).toEqual([])
  })

  it('include required questions that are missing, duplicated, optional or hidden', () => {
    const [name, email] = locked as [FormField, FormField]
    expect(texts([])).toEqual([': The form must ask for the business name', ': The form must ask for the email'])
    expect(texts(asks({ ...email, id: 'again' }))).toEqual(['again: This question is already on the form'])
    expect(texts([{ ...name, required: false }, email])).toEqual(['business_name: This question is always required'])
    const hidden = { ...email, showWhen: { fieldId: 'drink', equals: 'Tea' } }
    expect(texts([name, drink, hidden])).toEqual(['email: This question is always shown'])
  })

  it('include questions without text, and duplicate ids', () => {
    expect(texts(asks({ ...drink, label: ' \u200B' }))).toEqual(['drink: Enter the question'])
    expect(texts(asks(drink, drink))).toEqual(['drink: Two questions have the same ID'])
  })

  it.each([
    [[], 'Add at least 2 options'],
    [['Coffee'], 'Add at least 2 options'],
    [['Coffee', 'Coffee'], 'Two options are the same'],
    [['Coffee', ''], 'Add at least 2 options'],
    [['', 'Coffee', 'Tea'], 'Fill in or remove the empty option'],
    [['Coffee', 'x'.repeat(fieldLimits.option + 1)], `An option has more than ${fieldLimits.option} characters`],
    [
      Array.from({ length: fieldLimits.options + 1 }, (_, index) => `Option ${index}`),
      `Add up to ${fieldLimits.options} options`,
    ],
  ])('include options like %j', (options, text) => {
    expect(texts(asks({ ...drink, options }))).toEqual([`drink: ${text}`])
    expect(texts(asks({ ...drink, kind: 'choice', options }))).toEqual([`drink: ${text}`])
  })

  it('exclude an empty last option, which is dropped', () => {
    expect(texts(asks({ ...drink, options: ['Coffee', 'Tea', '', ' '] }))).toEqual([])
    expect(withoutEmptyEnd(['Coffee', '', 'Tea', '', ' '])).toEqual(['Coffee', '', 'Tea'])
    expect(withoutEmptyEnd(['', ' '])).toEqual([])
  })

  it('include conditions on later, missing or other questions, on themselves, and on impossible answers', () => {
    const earlier = 'The condition must use an earlier dropdown or choice question'
    const beans = (fieldId: string, equals = 'Coffee') =>
      buildField({ id: 'beans', kind: 'short', showWhen: { fieldId, equals } })
    expect(fieldErrors(asks(drink, beans('drink')))).toEqual([])
    expect(texts(asks(beans('drink'), drink))).toEqual([`beans: ${earlier}`])
    for (const id of ['gone', 'beans', 'email', '__proto__', 'constructor'])
      expect(texts(asks(drink, beans(id)))).toEqual([`beans: ${earlier}`])
    expect(texts(asks(drink, beans('drink', 'Juice')))).toEqual([
      'beans: The condition uses an answer that isn’t an option',
    ])
    const other = { ...drink, id: 'other', showWhen: { fieldId: 'drink', equals: 'Tea' } }
    expect(texts(asks({ ...drink, showWhen: { fieldId: 'other', equals: 'Tea' } }, other))).toEqual([
      `drink: ${earlier}`,
    ])
  })

  it('include too many questions or pictures', () => {
    const many = (count: number, kind: 'short' | 'image') =>
      Array.from({ length: count }, (_, index) => buildField({ id: `q${index}`, kind }))
    expect(texts(asks(...many(fieldLimits.fields - 2, 'short')))).toEqual([])
    expect(texts(asks(...many(fieldLimits.fields - 1, 'short')))).toEqual([': A form can have up to 40 questions'])
    expect(texts(asks(...many(fieldLimits.images + 1, 'image')))).toEqual([': A form can ask for up to 5 pictures'])
  })
})

describe('conditional questions', () => {
  const kind = buildField({ id: 'kind', kind: 'choice', options: ['Cafe', 'Bar'] })
  const food = { ...drink, id: 'food', options: ['Yes', 'No'], showWhen: { fieldId: 'kind', equals: 'Cafe' } }
  const menu = buildField({ id: 'menu', kind: 'short', required: true, showWhen: { fieldId: 'food', equals: 'Yes' } })
  const fields = asks(kind, food, menu)
  const shownIds = (answers: SubmittedAnswer[]) => shownFields(fields, answers).map(({ id }) => id)

  it('appear with the answer, and disappear with the question they depend on', () => {
    expect(shownIds([])).toEqual(['business_name', 'email', 'kind'])
    expect(shownIds([answer('kind', 'Cafe')])).toContain('food')
    expect(shownIds([answer('kind', 'Cafe'), answer('food', 'Yes')])).toContain('menu')
    expect(shownIds([answer('kind', 'Bar'), answer('food', 'Yes')])).toEqual(['business_name', 'email', 'kind'])
  })

  it('are neither required nor stored while they are hidden', () => {
    const hidden = [...given, answer('kind', 'Bar'), answer('food', 'Perhaps'), answer('menu', 'x'.repeat(5_000))]
    expect(answerErrors(fields, hidden)).toEqual([])
    expect(cleanAnswers(fields, hidden)).toEqual([...given, answer('kind', 'Bar')])
    const shown = [...given, answer('kind', 'Cafe'), answer('food', 'Yes')]
    expect(answerErrors(fields, shown)).toEqual([{ fieldId: 'menu', text: 'Enter an answer' }])
  })

  it('have these properties for any form and answers', () => {
    fc.assert(
      fc.property(anyFields, anyAnswers, (some, answers) => {
        const shown = shownFields(some, answers)
        const ids = new Set(shown.map(({ id }) => id))
        expect(some.filter(({ id }) => ids.has(id))).toEqual(shown)
        for (const { showWhen } of shown) if (showWhen) expect(ids).toContain(showWhen.fieldId)
        const onlyShown = answers.filter(({ fieldId }) => ids.has(fieldId))
        expect(shownFields(some, onlyShown)).toEqual(shown)
        expect(answerErrors(some, onlyShown)).toEqual(answerErrors(some, answers))
        for (const { fieldId } of cleanAnswers(some, answers)) expect(ids).toContain(fieldId)
        expect(cleanAnswers(some, cleanAnswers(some, answers))).toEqual(cleanAnswers(some, answers))
      }),
    )
  })

  it('depend on the answer as it will be stored', () => {
    const mail = buildField({ id: 'mail', kind: 'email' })
    const requested = (equals: string) => [
      mail,
      buildField({ id: 'more', kind: 'short', showWhen: { fieldId: 'mail', equals } }),
    ]
    const answers = [answer('mail', ' A@B.test '), answer('more', 'Yes')]
    expect(cleanAnswers(requested(' A@B.test '), answers)).toEqual([answer('mail', 'a@b.test')])
    expect(cleanAnswers(requested('a@b.test'), answers)).toEqual([answer('mail', 'a@b.test'), answer('more', 'Yes')])
  })
})

describe('a question with several answers', () => {
  const kinds = buildField({ id: 'kinds', kind: 'choice', several: true, options: ['Cafe', 'Bar', 'Club'] })
  const beans = buildField({ id: 'beans', kind: 'short', showWhen: { fieldId: 'kinds', equals: 'Bar' } })
  const errors = (value: string, change: Partial<FormField> = {}) =>
    answerErrors(asks({ ...kinds, ...change }), [...given, answer('kinds', value)]).map(({ text }) => text)

  it('§0023 accepts any of its options, each once and in order', () => {
    let value = ''
    for (const option of ['Club', 'Cafe', 'Bar', 'Club']) value = chooseOption(kinds, value, option)
    expect(value).toBe('Cafe\nBar')
    expect(['Cafe', 'Bar', 'Club'].map((option) => isChosen(kinds, value, option))).toEqual([true, true, false])
    expect(errors(value)).toEqual([])
    const sent = [...given, answer('kinds', 'Club\nCafe\nClub\n')]
    expect(cleanAnswers(asks(kinds), sent).at(-1)?.value).toBe('Cafe\nClub')
    expect(answerText('choice', 'Cafe\nClub')).toBe('Cafe; Club')
  })

  it('§0023 refuses unknown options, and an empty answer if it is required', () => {
    expect(errors('Cafe\nOther')).toEqual(['Choose from the options'])
    expect(errors('\n')).toEqual([])
    expect(errors('\n', { required: true })).toEqual(['Choose at least one option'])
  })

  it('shows questions that depend on one of them, and takes only one answer if several are not allowed', () => {
    const ids = (field: FormField) =>
      shownFields(asks(field, beans), [answer('kinds', 'Cafe\nBar')]).map(({ id }) => id)
    expect(ids(kinds)).toContain('beans')
    expect(ids({ ...kinds, several: undefined })).not.toContain('beans')
    expect(errors('Cafe\nBar', { several: undefined })).toEqual(['Choose an option'])
    expect(errors('Cafe\nBar', { kind: 'dropdown' })).toEqual(['Choose an option'])
  })
})

describe('answers', () => {
  const errorOf = (field: FormField, value: string) =>
    answerErrors(asks(field), [...given, answer(field.id, value)])[0]?.text ?? null
  const requested = (kind: FormField['kind']) => buildField({ id: 'q', kind, required: true, options: ['Yes', 'No'] })

  it('to required questions of every kind are needed', () => {
    expect(answerErrors(locked, [])).toEqual([
      { fieldId: 'business_name', text: 'Enter the business name' },
      { fieldId: 'email', text: 'Enter your email address' },
    ])
    for (const kind of fieldKinds.slice(2)) {
      expect(errorOf(requested(kind), '')).not.toBeNull()
      expect(errorOf({ ...requested(kind), required: false }, '')).toBeNull()
    }
    expect(errorOf(requested('long'), ' \u200B\n\u00A0')).toBe('Enter an answer')
  })

  it('have the length limit of their kind', () => {
    for (const kind of ['short', 'long', 'address'] as const) {
      expect(errorOf(requested(kind), 'x'.repeat(answerLimits[kind]))).toBeNull()
      expect(errorOf(requested(kind), 'x'.repeat(answerLimits[kind] + 1))).toBe(
        `At most ${answerLimits[kind]} characters`,
      )
    }
  })

  it.each(['https://venue.test', 'https://instagram.com/half.moon?x=1', 'https://café.test:8443/a#b'])(
    'to a question for a link may be %s',
    (link) => expect(errorOf(requested('website'), link)).toBeNull(),
  )
  it.each([
    'javascript:alert(1)',
    'http://venue.test',
    'venue.test',
    'https://',
    'https://a b.test',
    'data:text/html,x',
  ])('to a question for a link may not be %s', (link) =>
    expect(errorOf(requested('website'), link)).toBe('Enter a URL that starts with https://'),
  )

  it.each(['ana@venue.test', ' ANA@Venue.TEST ', 'a.b+c@sub.venue.test', 'info@почта.рф', 'r&d@bean.test'])(
    'to the email may be %s',
    (email) => {
      expect(answerErrors(locked, answersFor(email))).toEqual([])
    },
  )
  it.each(['ana', 'ana@venue', 'a..b@venue.test', '.a@venue.test', 'ana@venue.test, b@venue.test'])(
    'to the email may not be %s',
    (email) => expect(answerErrors(locked, answersFor(email))[0]?.text).toBe('Invalid email address'),
  )

  it('to the email may explain an apostrophe', () => {
    expect(answerErrors(locked, answersFor('o’brien@bean.test'))[0]?.text).toBe(
      "Use a straight apostrophe: o'brien@bean.test",
    )
  })

  it('to a choice must match one of its options exactly', () => {
    expect(errorOf(requested('choice'), 'Yes')).toBeNull()
    for (const value of ['yes', 'Yes ', 'Maybe', 'constructor'])
      expect(errorOf(requested('choice'), value)).not.toBeNull()
  })

  it('to questions that are not asked are dropped, including names like __proto__', () => {
    const odd = [answer('__proto__', 'x'), answer('constructor', 'y'), answer('gone', 'z')]
    expect(cleanAnswers(locked, [...given, ...odd])).toEqual(given)
    const called = buildField({ id: 'constructor', kind: 'short' })
    expect(answerErrors(asks(called), given)).toEqual([])
  })

  it('are stored as text without invisible characters; line breaks stay in multi-line answers', () => {
    const fields = asks(buildField({ id: 'one', kind: 'short' }), buildField({ id: 'more', kind: 'long' }))
    const typed = answersFor(' ANA@venue.test', '<b>Half\u0000 \u202EMoon</b>')
    const clean = cleanAnswers(fields, [...typed, answer('one', 'a\nb\uD800'), answer('more', '=1+1\r\n👩‍👩‍👧 é\t!')])
    expect(clean.map(({ value }) => value)).toEqual([
      '<b>Half  Moon</b>',
      'ana@venue.test',
      'a b\uFFFD',
      '=1+1\n👩‍👩‍👧 é !',
    ])
  })
})

describe('moving a question', () => {
  it('keeps every question, stops at the ends of the list, and can be undone', () => {
    fc.assert(
      fc.property(anyFields, fc.nat(13), fc.integer({ min: -15, max: 15 }), (fields, at, by) => {
        const id = `f${at}`
        const moved = moveField(fields, id, by)
        const others = (some: FormField[]) => some.filter((field) => field.id !== id)
        expect(others(moved)).toEqual(others(fields))
        expect(moved).toHaveLength(fields.length)
        const [from, to] = [fields, moved].map((some) => some.findIndex((field) => field.id === id)) as [number, number]
        if (from !== -1) expect(to).toBe(Math.min(Math.max(from + by, 0), fields.length - 1))
        expect(moveField(moved, id, from - to)).toEqual(fields)
      }),
    )
  })
})

describe('all answers together', () => {
  const long = (id: string) => buildField({ id, kind: 'long' })
  const fields = asks(...Array.from({ length: 10 }, (_, at) => long(`l${at}`)))
  const filled = (count: number, text: string) => [
    ...given,
    ...Array.from({ length: count }, (_, at) => answer(`l${at}`, text)),
  ]

  it('fit within the request limit, and beyond it the longest is named', () => {
    expect(answerErrors(fields, filled(7, 'x'.repeat(4_000)))).toEqual([])
    const [error] = answerErrors(fields, [...filled(8, 'x'.repeat(3_700)), answer('l9', 'y'.repeat(3_900))])
    expect(error).toMatchObject({ fieldId: 'l9', text: expect.stringContaining('Shorten them by 12%') })
  })

  it('are measured in sent bytes: other scripts, symbols and line breaks need more', () => {
    for (const sign of ['é', 'म', '👩', '"', '\n'])
      expect(answerErrors(fields, filled(9, sign.repeat(sign === '👩' ? 1_900 : 3_800)))).toHaveLength(1)
  })

  it('exclude hidden questions', () => {
    const hidden = fields.map((field) =>
      field.kind === 'long' ? { ...field, showWhen: { fieldId: 'drink', equals: 'Tea' } } : field,
    )
    expect(answerErrors([...locked, drink, ...hidden.slice(2)], filled(10, 'x'.repeat(4_000)))).toEqual([])
  })

  it('leave room for the rest of the request', () => {
    const rest = { slug: 's'.repeat(120), startToken: 't'.repeat(200), trap: 't'.repeat(500), version: 999_999 }
    const more = { affiliateCode: 'c'.repeat(64), requestKey: 'k'.repeat(36), proof: 'p'.repeat(200) }
    const body = JSON.stringify({ json: { answers: [], ...rest, ...more }, meta: [] })
    expect(body.length + fieldLimits.answersBytes).toBeLessThan(answeringLimits.bodyBytes)
  })
})
