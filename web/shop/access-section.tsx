export function AccessSection() {
  return <section aria-label="Access" className="flex flex-col gap-4" />;
}
