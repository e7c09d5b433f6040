package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;

@Entity
@Table(name = "votes")
class Vote {}
