pub struct Item {
    pub cost: u32,
}

impl Item {
    pub fn new(cost: u32) -> Item {
        Self { cost }
    }

    pub fn price(&self) -> u32 {
        self.cost
    }

    pub fn show(&self) {}
}

pub struct Failure;

impl Failure {
    pub fn report(&self) {}
}

pub enum Event {
    Added { item: Item, count: u32 },
    Moved(Item, u32),
    Cleared,
}

pub struct Store {
    pub items: Vec<Item>,
}

impl Store {
    pub fn first(&self) -> Option<&Item> {
        self.items.first()
    }

    pub fn load(&mut self, name: &str) -> Result<Item, Failure> {
        Err(Failure)
    }

    pub async fn fetch(&self) -> Item {
        Item::new(3)
    }
}
