/** Tokens are compared by identity; a text stands for itself. */
type Token = string | number | object
interface Place<Kept> {
  /** Most places lead to one other only. */
  first: Token | undefined
  next: Place<Kept> | undefined
  others: Map<Token, Place<Kept>> | undefined
  kept: Kept | undefined
}

/**
 * What is kept for each sequence of tokens, such as what was made of a statement for all that differ in values only. Who
 * asks in ever new ways must not fill the memory: beyond `most` places all are forgotten, and kept anew as they come.
 */
export class Shapes<Kept> {
  private root = placeOf<Kept>()
  private places = 0

  constructor(private readonly most: number) {}

  begin(): ShapePath<Kept> {
    if (this.places > this.most) {
      this.root = placeOf()
      this.places = 0
    }
    return new ShapePath(this.root, () => (this.places += 1))
  }
}

/** One walk: its tokens lead to what is kept, its values are told apart from them. */
export class ShapePath<Kept> {
  readonly values: unknown[] = []
  /** Something came that is not known: what is kept at the end says nothing. */
  isStrange = false

  constructor(
    private place: Place<Kept>,
    private readonly count: () => void,
  ) {}

  step(token: Token): void {
    const { place } = this
    if (place.first === token && place.next) this.place = place.next
    else this.place = place.others?.get(token) ?? this.add(token)
  }

  private add(token: Token): Place<Kept> {
    const { place } = this
    const added = placeOf<Kept>()
    this.count()
    if (!place.next) {
      place.first = token
      place.next = added
    } else {
      place.others ??= new Map()
      place.others.set(token, added)
    }
    return added
  }

  get kept(): Kept | undefined {
    return this.place.kept
  }

  keep(kept: Kept): void {
    this.place.kept = kept
  }
}

const placeOf = <Kept>(): Place<Kept> => ({ first: undefined, next: undefined, others: undefined, kept: undefined })
