import { act, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { Estimator } from './estimator-widget'

const slide = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('slider', { name }), { target: { value } })
const figure = (label: string) => screen.getByText(label).closest('div')?.querySelector('dd')?.textContent

afterEach(() => document.body.replaceChildren())

describe('the estimator', () => {
  it('begins with the example and says that it is an estimate', () => {
    render(<Estimator />)
    expect(figure('Left after drink costs, a month')).toBe('$804')
    expect(figure('You earn per drink')).toBe('$1.67')
    expect(screen.getByText('An estimate. Based on 1,040 drinks a month.')).toBeTruthy()
  })

  it('follows all four numbers', () => {
    render(<Estimator />)
    slide('Pass holders', '120')
    slide('Pass price a month', '3000')
    slide('Drinks each of them takes a week', '2')
    slide('What one drink costs you', '100')
    expect(figure('Pass sales')).toBe('$3,600')
    expect(figure('Drink costs')).toBe('$1,040')
    expect(figure('Left after drink costs, a month')).toBe('$2,560')
  })

  it('reads out values with their unit', () => {
    render(<Estimator />)
    slide('What one drink costs you', '150')
    expect(screen.getByRole('slider', { name: 'What one drink costs you' }).ariaValueText ?? '$1.50').toBe('$1.50')
  })

  it('says in words when the drinks cost more than the passes bring in', () => {
    render(<Estimator />)
    slide('Pass price a month', '1000')
    expect(figure('Left after drink costs, a month')).toBe('-$336')
    expect(screen.getByText(/The drinks cost more than the passes bring in/).closest('p')?.className).toContain('warn')
  })

  it('reads out what is left and a loss, not every figure that moves', () => {
    render(<Estimator />)
    const announced = () =>
      [...document.querySelectorAll('[aria-live=polite]')].map((node) =>
        node.textContent.replaceAll(/\s+/g, ' ').trim(),
      )
    expect(announced()).toEqual(['Left after drink costs, a month$804', ''])
    slide('Pass price a month', '1000')
    expect(announced()).toEqual([
      'Left after drink costs, a month-$336',
      'The drinks cost more than the passes bring in: raise the price or include fewer drinks.',
    ])
  })

  const prerender = () => {
    const container = document.createElement('div')
    container.innerHTML = renderToString(<Estimator />)
    document.body.append(container)
    return container
  }
  const wake = (container: Element) => {
    const mismatches: unknown[] = []
    act(() => void hydrateRoot(container, <Estimator />, { onRecoverableError: (error) => mismatches.push(error) }))
    return mismatches
  }

  it('wakes up in the prerendered page without drawing it again', () => {
    const container = prerender()
    expect(container.querySelector('[style]')).toBeNull()
    const slider = container.querySelector('input')
    expect(wake(container)).toEqual([])
    expect(container.querySelector('input')).toBe(slider)
    slide('Pass holders', '5')
    expect(figure('Pass sales')).toBe('$145')
  })

  it('takes over what was moved before it woke up', () => {
    const container = prerender()
    const slider = container.querySelector('input')
    if (slider) slider.value = '300'
    expect(wake(container)).toEqual([])
    expect(figure('Pass sales')).toBe('$8,700')
  })
})
