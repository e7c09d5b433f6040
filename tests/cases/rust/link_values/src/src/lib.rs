mod model;

use model::{Event, Item, Store};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

pub fn options(store: &Store) -> Option<u32> {
    let item = store.first()?;
    item.price();
    store.first().map(|it| it.price());
    store.items.iter().filter(|it| it.price() > 1).for_each(|it| it.show());
    let total: u32 = store.items.iter().map(Item::price).sum();
    let wrapped = Some(Item::new(1));
    if let Some(inner) = &wrapped {
        inner.show();
    }
    wrapped.unwrap().show();
    Some(total)
}

pub fn results(store: &mut Store) -> Result<(), model::Failure> {
    store.load("a")?.show();
    match store.load("b") {
        Ok(item) => item.show(),
        Err(failure) => failure.report(),
    }
    for (index, item) in store.items.iter().enumerate() {
        item.show();
        index.show();
    }
    while let Some(item) = store.items.pop() {
        item.show();
    }
    store.items[0].show();
    Ok(())
}

pub fn events(event: Event) {
    match event {
        Event::Added { item, count } if count > 0 => item.show(),
        Event::Moved(item, Event2 { .. }) => item.show(),
        Event::Moved(ref item, _) => item.show(),
        Event::Added { item: other, .. } => other.show(),
        Event::Cleared => {}
    }
}

pub fn shared(store: Rc<RefCell<Store>>, index: HashMap<String, Item>) {
    store.borrow().first();
    store.borrow_mut().items.push(Item { cost: 1 });
    index["a"].show();
    index.get("b").unwrap().show();
    let pair = (Item::new(1), 2);
    pair.0.show();
    let (one, _) = pair;
    one.show();
    let boxed: Box<dyn Fn(u32) -> Item> = Box::new(Item::new);
    boxed(1).show();
    let unknown = std::env::args();
    unknown.show();
    let mystery = external::call();
    mystery.show();
}

pub async fn waiting(store: &Store) {
    store.fetch().await.show();
    store.fetch().show();
}
